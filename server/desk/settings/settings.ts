import type { FastifyInstance } from 'fastify'
import {
  changeSetting,
  resetSetting,
  type SettingKey,
  settingLabels,
  type TextsValues,
} from '#contract/desk/settings.ts'
import * as settings from '#server/platform/change-setting.ts'
import { defaultSettings, readSettings } from '#server/platform/settings.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute, shownAfter } from '../desk-routes.ts'
import { blocksRoutes, showBlocks } from './blocks.ts'
import { pricesRoutes, showPrices } from './prices.ts'
import { showWebinars, webinarsRoutes } from './webinars.ts'

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
  deskRoute(app, deps, changeSetting, async ({ name, text, seen, reason }, { actor }) => {
    const known = nameIn(name)
    const change = { name: known, text, seen, actor, reason }
    const refused = await settings.changeSetting(db, change, clock.now())
    if (refused) return refused
    return {
      data: {
        said: `${settingLabels[known]} changed.`,
        values: await shownAfter(deps, () => showTexts(deps)),
      },
    }
  })
  deskRoute(app, deps, resetSetting, async ({ name, seen, reason }, { actor }) => {
    const known = nameIn(name)
    const refused = await settings.resetSetting(db, { name: known, seen, actor, reason }, clock.now())
    if (refused) return refused
    const said = `${settingLabels[known]} restored to its default.`
    return { data: { said, values: await shownAfter(deps, () => showTexts(deps)) } }
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
