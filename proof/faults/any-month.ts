import { changeSource } from './change-source.ts'

/** Applies an order to the month in which its answer arrives. */
changeSource(
  'server/billing/orders/plan-change.ts',
  'return change.month.to !== endsOn ? messages.changeTooLate : undefined',
  'return endsOn ? undefined : messages.changeTooLate',
)
