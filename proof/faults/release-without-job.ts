import { changeSource } from './change-source.ts'

/** Trusts that whoever releases a sign-up also lives to charge it. */
changeSource(
  'server/billing/orders/decide-held.ts',
  'await jobs.send(tx, settleJob,',
  'if (jobs === null) await jobs.send(tx, settleJob,',
)
