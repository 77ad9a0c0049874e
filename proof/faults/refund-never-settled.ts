import { changeSource } from './change-source.ts'

/**
 * Assumes that the process that began a refund always survives to see its answer: neither its job nor a
 * repeat queries the gateway.
 */
changeSource(
  'server/billing/refunds/send-refund.ts',
  '  if (!refund) return\n  const found',
  '  if (!refund || refund.key) return\n  const found',
)
