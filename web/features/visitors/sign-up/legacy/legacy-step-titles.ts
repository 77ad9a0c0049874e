import { type LegacyStep, pathOfStep, stepNumberOf } from '#contract/features/sign-up/legacy-steps.ts'
import { SIGN_UP, stepTitle } from '#web/features/visitors/sign-up/step-titles.ts'

export const LEGACY_STEPS = 5

const titles: Record<LegacyStep, string> = {
  'step-1': 'Your account',
  'step-2': 'About your business',
  'step-3': 'Dialer and data',
  licences: 'Licenses and add-ons',
  'step-4': 'Customer and account information',
  'step-5': 'Billing',
}

export function titleOfLegacyStep(step: LegacyStep): string {
  return stepTitle(titles[step], stepNumberOf(step), LEGACY_STEPS)
}

/** For the first HTML; only the tab knows the actual progress. */
export function legacyTitleAt(path: string): string {
  return path === pathOfStep('step-1') ? titleOfLegacyStep('step-1') : SIGN_UP
}
