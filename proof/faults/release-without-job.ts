import { changeSource } from './change-source.ts'

/** Assumes that the process that releases a sign-up always survives to charge it. */
changeSource(
  'server/billing/orders/decide-held.ts',
  'await jobs.send(tx, settleJob,',
  'if (jobs === null) await jobs.send(tx, settleJob,',
)
