import type { FastifyInstance } from 'fastify'
import { type HeldValues, refuseSignUp, releaseSignUp } from '#contract/desk/held-sign-ups.ts'
import {
  describeRefused,
  describeReleased,
  listHeld,
  refuseHeld,
  releaseHeld,
} from '#server/billing/orders/decide-held.ts'
import { orThrow } from '#server/platform/refusal.ts'
import { comingMoment } from '../desk-moment.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'

export function heldSignUpsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'held-sign-ups', () => showHeld(deps))
  const changing = changesShowing(app, deps, () => showHeld(deps))
  changing(releaseSignUp, async ({ order_id: orderId, reason }, { actor }) => {
    const released = orThrow(await releaseHeld(deps, { orderId, actor, reason }))
    return { said: describeReleased(orderId, released) }
  })
  changing(refuseSignUp, async ({ order_id: orderId, reason, block_until }, { actor }) => {
    const blockUntil = comingMoment(block_until, 'block_until', deps.clock.now())
    const refused = orThrow(await refuseHeld(deps, { orderId, reason, actor, blockUntil }))
    return { said: describeRefused(orderId, refused) }
  })
}

const ROWS = 200

async function showHeld({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<HeldValues> {
  const held = await listHeld(db, clock.now(), ROWS + 1)
  const rows = held.slice(0, ROWS).map(({ address, customerState, company, until, ...row }) => ({
    ...row,
    until: until.toISOString(),
    company: company ?? '',
    ip: address,
    customerState: customerState ?? '',
  }))
  return { rows, isCut: held.length > ROWS }
}
