/** What changes recurring revenue. */
export const movementFigures = ['new', 'returned', 'more', 'less', 'lost'] as const
/** Recurring revenue before and after a month, and what changed it. */
const revenueFigures = ['opening', ...movementFigures, 'closing'] as const
/** Lost revenue by its cause. */
export const churnFigures = ['canceled', 'expired', 'closed', 'made-free', 'put-on-hold'] as const
const moneyFigures = ['charged', 'refunded', 'credited', 'disputed'] as const
export const retryFigures = ['retry-1', 'retry-2', 'retry-3', 'retry-4'] as const
export const recoveryFigures = [
  'refused',
  ...retryFigures,
  'backup',
  'updated',
  'by-customer',
  'waived',
  'never',
  'undecided',
] as const
export const signUpFigures = [
  'email',
  'details',
  'details-new',
  'details-legacy',
  'payment',
  'payment-new',
  'payment-legacy',
  'paid',
  'paid-new',
  'paid-legacy',
] as const

/** Every figure of a month. `reason` has one part per reason, and so has recovery besides its totals. */
export const monthlyFigures = [
  ...revenueFigures,
  ...churnFigures,
  ...moneyFigures,
  ...recoveryFigures,
  ...signUpFigures,
  'reason',
] as const
export type MonthlyFigure = (typeof monthlyFigures)[number]

/** `unused-seats` is known for today only. */
export const figureNames = [...monthlyFigures, 'unused-seats'] as const
export type FigureName = (typeof figureNames)[number]

/** Sign-up steps are counted and have no amount. */
export function hasAmount(figure: FigureName): boolean {
  return !(signUpFigures as readonly FigureName[]).includes(figure)
}

export type RecoveryFigure = (typeof recoveryFigures)[number]

export function isRecovery(figure: FigureName): figure is RecoveryFigure {
  return (recoveryFigures as readonly FigureName[]).includes(figure)
}
