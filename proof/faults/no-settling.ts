import { changeSource } from './change-source.ts'

/** Nobody asks the gateway what became of a lost answer. */
changeSource(
  'server/billing/orders/settle-order.ts',
  'deps.jobs.handle(job, ({ key }) => settleLostOrder(deps, key))',
  'deps.jobs.handle(job, async () => {})',
)
