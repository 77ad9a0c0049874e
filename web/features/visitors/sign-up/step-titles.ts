/** The title while the step is still unknown. */
export const SIGN_UP = 'Sign up'
export const PAID = `You have paid · ${SIGN_UP}`

const titles = ['Customer information', 'Billing']
export const NEW_STEPS = titles.length

export function titleOfStep(step: number): string {
  return stepTitle(titles[step - 1] ?? '', step, NEW_STEPS)
}

/** The step comes first: narrow tabs show only the beginning, and screen readers start there. */
export function stepTitle(title: string, step: number, steps: number): string {
  return `${title}, step ${step} of ${steps} · ${SIGN_UP}`
}
