import { changeSource } from './change-source.ts'

/** Treats a missing answer as a refund that was never made. */
changeSource(
  'server/billing/refunds/send-refund.ts',
  'const found = await findOutcome(payments, refund)',
  "await findOutcome(payments, refund); const found = { kind: 'absent' }",
)
