import { changeSource } from './change-source.ts'

/** Changes a month on every request. */
changeSource(
  'server/billing/refunds/months.ts',
  'const digest = createHash',
  'return change(); const digest = createHash',
)
