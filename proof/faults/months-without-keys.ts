import { changeSource } from './change-source.ts'

/** Changes a month each time it is asked to. */
changeSource(
  'server/billing/refunds/months.ts',
  'const digest = createHash',
  'return change(); const digest = createHash',
)
