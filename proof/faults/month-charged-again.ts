import { changeSource } from './change-source.ts'

/** Treats a missing answer as a charge that was never made. */
changeSource(
  'server/billing/renewals/renew.ts',
  'const found = await payments.find(key)',
  "await payments.find(key); const found = { kind: 'absent' }",
)
