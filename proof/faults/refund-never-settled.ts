import { changeSource } from './change-source.ts'

/** Trusts that whoever began a refund also lives to see its answer: neither its job nor a repeat asks the gateway. */
changeSource(
  'server/billing/refunds/send-refund.ts',
  '  if (!refund) return\n  const found',
  '  if (!refund || refund.key) return\n  const found',
)
