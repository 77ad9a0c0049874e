import { changeSource } from './change-source.ts'

/** Trusts that whoever began a refund also lives to see its answer. */
changeSource(
  'server/billing/refunds/send-refund.ts',
  'await jobs.send(tx, settleRefundJob,',
  'if (jobs === null) await jobs.send(tx, settleRefundJob,',
)
