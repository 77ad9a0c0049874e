import type { FastifyInstance } from 'fastify'
import { type HeldValues, refuseSignUp, releaseSignUp } from '#contract/desk/held-sign-ups.ts'
import {
  describeRefused,
  describeReleased,
  listHeld,
  refuseHeld,
  releaseHeld,
} from '#server/billing/orders/decide-held.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { comingMoment } from '../desk-moment.ts'
import { deskPage, deskRoute, shownAfter } from '../desk-routes.ts'

export function heldSignUpsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'held-sign-ups', () => showHeld(deps))
  deskRoute(app, deps, releaseSignUp, async ({ order_id: orderId, reason }, { actor }) => {
    const released = await releaseHeld(deps, { orderId, actor, reason })
    if (isRefused(released)) return released
    return {
      data: {
        said: describeReleased(orderId, released),
        values: await shownAfter(deps, () => showHeld(deps)),
      },
    }
  })
  deskRoute(app, deps, refuseSignUp, async ({ order_id: orderId, reason, block_until }, { actor }) => {
    const blockUntil = comingMoment(block_until, 'block_until', deps.clock.now())
    if (isRefused(blockUntil)) return blockUntil
    const refused = await refuseHeld(deps, { orderId, reason, actor, blockUntil })
    if (isRefused(refused)) return refused
    return {
      data: { said: describeRefused(orderId, refused), values: await shownAfter(deps, () => showHeld(deps)) },
    }
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
