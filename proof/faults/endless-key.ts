import { changeSource } from './change-source.ts'

/** A key used by another kind of order is not found, and the order retries forever. */
changeSource(
  'server/billing/orders/pay-order.ts',
  'return former && answerRepeat(deps, former, requested)',
  'return former?.kind === requested.kind ? answerRepeat(deps, former, requested) : undefined',
)
changeSource(
  'server/billing/orders/pay-order.ts',
  "if (placed !== 'taken' && card) await chargeOrder(deps, placed, card)",
  `if (placed === 'taken') return payOrder(deps, order, card, check)
  await chargeOrder(deps, placed, card)`,
)
