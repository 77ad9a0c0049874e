import { addressOfPlace, type Place, stepNumberOf } from '#contract/legacy-steps.ts'

/** What the tab says while it is not known which step will open. */
export const SIGN_UP = 'Sign up'
export const PAID = `You have paid · ${SIGN_UP}`
export const LEGACY_STEPS = 5

const newTitles = ['Customer information', 'Billing']
export const NEW_STEPS = newTitles.length

const legacyTitles: Record<Place, string> = {
  'step-1': 'Your account',
  'step-2': 'About your business',
  'step-3': 'Dialer and data',
  licences: 'Licenses and add-ons',
  'step-4': 'Customer and account information',
  'step-5': 'Billing',
}

/** The step first: the beginning is what a narrow tab shows, and what is read out. */
export function titleOfStep(step: number): string {
  return stepTitle(newTitles[step - 1] ?? '', step, NEW_STEPS)
}

export function titleOfPlace(place: Place): string {
  return stepTitle(legacyTitles[place], stepNumberOf(place), LEGACY_STEPS)
}

/** In the first HTML: how far somebody has come, their tab alone knows. */
export function legacyTitleAt(path: string): string {
  return path === addressOfPlace('step-1') ? titleOfPlace('step-1') : SIGN_UP
}

function stepTitle(title: string, step: number, steps: number): string {
  return `${title}, step ${step} of ${steps} · ${SIGN_UP}`
}
