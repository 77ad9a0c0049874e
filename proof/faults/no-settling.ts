import { changeSource } from './change-source.ts'

/** Never asks the gateway for the result of a lost answer. */
changeSource(
  'server/billing/orders/settle-order.ts',
  'deps.jobs.handle(settleJob, ({ key }) => settleLostOrder(deps, key))',
  'deps.jobs.handle(settleJob, async () => {})',
)
