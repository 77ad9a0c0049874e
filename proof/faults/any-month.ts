import { changeSource } from './change-source.ts'

/** An order is applied to whichever month its answer comes in. */
changeSource(
  'server/billing/orders/plan-change.ts',
  'return change.month && change.month.to !== endsOn ? messages.changeTooLate : undefined',
  'return endsOn ? undefined : messages.changeTooLate',
)
