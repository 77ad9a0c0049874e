import type { FastifyInstance } from 'fastify'
import { addBlock, type BlocksValues, blockKindLabels, removeBlock } from '#contract/desk/settings.ts'
import * as blocks from '#server/billing/blocks/blocks.ts'
import { blockedValue, listBlocks } from '#server/billing/blocks/blocks.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { comingMoment, wrongField } from '../desk-moment.ts'
import { deskRoute, shownAfter } from '../desk-routes.ts'

const ROWS = 500

export function blocksRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  deskRoute(app, deps, addBlock, async ({ kind, value, until, reason }, { actor }) => {
    const now = clock.now()
    const known = blocks.blockKinds.find((one) => one === kind) ?? 'address'
    const kept = blockedValue(known, value)
    if (isRefused(kept)) return wrongField('value', String(kept.errors))
    const end = comingMoment(until, 'until', now)
    if (isRefused(end)) return end
    if (!end) return wrongField('until', 'Choose a time in the future.')
    const added = await db.transaction((tx) =>
      blocks.addBlock(tx, { kind: known, value: kept, until: end, reason, actor }, now),
    )
    const day = added.until.toISOString().slice(0, 10)
    const said = `${blockKindLabels[known]} ${kept} is blocked until ${day}.`
    return { data: { said, values: await shownAfter(deps, () => showBlocks(deps)) } }
  })
  deskRoute(app, deps, removeBlock, async ({ block_id: id, reason }, { actor }) => {
    const isRemoved = await db.transaction((tx) => blocks.removeBlock(tx, { id, actor, reason }, clock.now()))
    if (!isRemoved) return refuse('not-found', { errors: `Block ${id} has been removed already.` })
    return {
      data: { said: `Block ${id} is removed.`, values: await shownAfter(deps, () => showBlocks(deps)) },
    }
  })
}

export async function showBlocks({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<BlocksValues> {
  const found = await listBlocks(db, clock.now(), ROWS + 1)
  const rows = found.slice(0, ROWS).map(({ until, since, ...row }) => ({
    ...row,
    until: until.toISOString(),
    since: since.toISOString(),
  }))
  return { rows, isCut: found.length > ROWS }
}
