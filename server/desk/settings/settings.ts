import type { FastifyInstance } from 'fastify'
import {
  isSessionOpen,
  nextSessionStart,
  slotNames,
  type WebinarSlot,
  webinarSlots,
} from '#contract/calendar/webinar-hours.ts'
import {
  addBlock,
  type BlocksValues,
  blockKindLabels,
  changeSetting,
  clearSlot,
  overrideSlot,
  removeBlock,
  resetSetting,
  type SettingKey,
  settingLabels,
  type TextsValues,
  type WebinarsValues,
} from '#contract/desk/settings.ts'
import * as blocks from '#server/billing/blocks/blocks.ts'
import * as webinars from '#server/features/public/webinars/webinars.ts'
import * as settings from '#server/platform/change-setting.ts'
import { isRefused, orThrow, refuse } from '#server/platform/refusal.ts'
import { defaultSettings, readSettings } from '#server/platform/settings.ts'
import { comingMoment, wrongField } from '../desk-moment.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'
import { pricesRoutes, showPrices } from './prices.ts'

export function settingsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  webinarsRoutes(app, deps)
  pricesRoutes(app, deps)
  blocksRoutes(app, deps)
  deskPage(app, deps, 'settings', async () => ({
    texts: await showTexts(deps),
    webinars: await showWebinars(deps),
    prices: await showPrices(deps),
    blocks: await showBlocks(deps),
  }))
  const changing = changesShowing(app, deps, () => showTexts(deps))
  changing(changeSetting, async ({ name, text, seen, reason }, { actor }) => {
    const settingName = nameIn(name)
    orThrow(await settings.changeSetting(db, { name: settingName, text, seen, actor, reason }, clock.now()))
    return { said: `${settingLabels[settingName]} changed.` }
  })
  changing(resetSetting, async ({ name, seen, reason }, { actor }) => {
    const settingName = nameIn(name)
    orThrow(await settings.resetSetting(db, { name: settingName, seen, actor, reason }, clock.now()))
    return { said: `${settingLabels[settingName]} restored to its default.` }
  })
}

async function showTexts({ db }: Pick<DeskDeps, 'db'>): Promise<TextsValues> {
  const now = await readSettings(db)
  return {
    'login-message': { text: now.loginMessage, normal: defaultSettings.loginMessage },
    'system-status': { text: now.systemStatus, normal: defaultSettings.systemStatus },
  }
}

/** The call's schema accepts these names only. */
function nameIn(text: string): SettingKey {
  return text === 'login-message' ? text : 'system-status'
}

function webinarsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  const changing = changesShowing(app, deps, () => showWebinars(deps))
  changing(overrideSlot, async ({ slot, shown, until, reason }, { actor }) => {
    const now = clock.now()
    const end = comingMoment(until, 'until', now) ?? null
    const slotName = slotIn(slot)
    const isActive = shown === 'active'
    await webinars.overrideSlot(db, { slot: slotName, isActive, until: end, actor, reason }, now)
    return { said: `The ${titleOf(slotName)} training is shown as ${isActive ? 'active' : 'offline'}.` }
  })
  changing(clearSlot, async ({ slot, reason }, { actor }) => {
    const slotName = slotIn(slot)
    const isCleared = await webinars.clearOverride(db, { slot: slotName, actor, reason }, clock.now())
    if (!isCleared)
      throw refuse('not-found', { errors: `The ${titleOf(slotName)} training follows the schedule already.` })
    return { said: `The ${titleOf(slotName)} training follows the schedule again.` }
  })
}

async function showWebinars({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<WebinarsValues> {
  const now = clock.now()
  const overrides = await webinars.listOverrides(db, now)
  return {
    slots: slotNames.map((slot) => {
      const override = overrides.find((one) => one.slot === slot)
      const isScheduled = isSessionOpen(slot, now)
      return {
        slot,
        isActive: override?.isActive ?? isScheduled,
        isScheduled,
        nextStart: nextSessionStart(slot, now).toISOString(),
        override: override
          ? { isActive: override.isActive, until: override.until?.toISOString() ?? null }
          : null,
      }
    }),
  }
}

/** The call's schema accepts these names only. */
function slotIn(text: string): WebinarSlot {
  return text === 'morning' ? 'morning' : 'afternoon'
}

function titleOf(slot: WebinarSlot): string {
  return webinarSlots[slot].title.toLowerCase()
}

const BLOCKS = 500

function blocksRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  const changing = changesShowing(app, deps, () => showBlocks(deps))
  changing(addBlock, async ({ kind, value, until, reason }, { actor }) => {
    const now = clock.now()
    const blockKind = blocks.blockKinds.find((one) => one === kind) ?? 'address'
    const stored = blocks.blockedValue(blockKind, value)
    if (isRefused(stored)) throw wrongField('value', String(stored.errors))
    const end = comingMoment(until, 'until', now)
    if (!end) throw wrongField('until', 'Choose a time in the future.')
    const added = await db.transaction((tx) =>
      blocks.addBlock(tx, { kind: blockKind, value: stored, until: end, reason, actor }, now),
    )
    const day = added.until.toISOString().slice(0, 10)
    return { said: `${blockKindLabels[blockKind]} ${stored} is blocked until ${day}.` }
  })
  changing(removeBlock, async ({ block_id: id, reason }, { actor }) => {
    const isRemoved = await db.transaction((tx) => blocks.removeBlock(tx, { id, actor, reason }, clock.now()))
    if (!isRemoved) throw refuse('not-found', { errors: `Block ${id} has been removed already.` })
    return { said: `Block ${id} is removed.` }
  })
}

async function showBlocks({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<BlocksValues> {
  const found = await blocks.listBlocks(db, clock.now(), BLOCKS + 1)
  const rows = found.slice(0, BLOCKS).map(({ until, since, ...row }) => ({
    ...row,
    until: until.toISOString(),
    since: since.toISOString(),
  }))
  return { rows, isCut: found.length > BLOCKS }
}
