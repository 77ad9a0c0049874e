import { changeSource } from './change-source.ts'

/** Changes a month on every request. */
changeSource(
  'server/billing/refunds/months.ts',
  "return once(tx, { scope: 'month', key, by, body }, mailDeps.now, () => extend(tx, mailDeps, request))",
  'return extend(tx, mailDeps, request)',
)
