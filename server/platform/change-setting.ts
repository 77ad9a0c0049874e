import { recordAudit } from './audit.ts'
import type { Database, Db } from './db/database.ts'
import { sql } from './db/sql.ts'
import { type Refused, refuse } from './refusal.ts'
import { defaultSettings, readSettings, type Settings } from './settings.ts'

/** The settings by the names operators use. */
export const settingNames = {
  'login-message': 'loginMessage',
  'system-status': 'systemStatus',
} as const satisfies Record<string, keyof Settings>
export type SettingName = keyof typeof settingNames

/** `seen`: the text that the operator saw. The command line has shown none, and replaces any text. */
type Change = { name: SettingName; actor: string; reason?: string; seen?: string }

/** An identical text is no change. One set by somebody else meanwhile is not replaced unseen. */
export function changeSetting(
  db: Database,
  { name, text, actor, reason, seen }: Change & { text: string },
  now: Date,
): Promise<Refused | undefined> {
  return db.transaction(async (tx) => {
    const former = await lockSetting(tx, name)
    if (former === text) return undefined
    if (seen !== undefined && seen !== former) return refuseUnseen(former)
    await tx.run(sql`
      insert into settings (name, value, changed_at) values (${settingNames[name]}, ${JSON.stringify(text)}, ${now})
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`)
    const details = { name, text, ...(reason ? { reason } : {}) }
    await recordAudit(tx, { actor, action: 'setting-changed', details }, now)
    return undefined
  })
}

/** Restores the default text. */
export function resetSetting(
  db: Database,
  { name, actor, reason, seen }: Change,
  now: Date,
): Promise<Refused | undefined> {
  return db.transaction(async (tx) => {
    const former = await lockSetting(tx, name)
    const isAsSeen = seen === undefined || seen === former || former === defaultSettings[settingNames[name]]
    if (!isAsSeen) return refuseUnseen(former)
    if ((await tx.run(sql`delete from settings where name = ${settingNames[name]}`)) === 0) return undefined
    const details = { name, ...(reason ? { reason } : {}) }
    await recordAudit(tx, { actor, action: 'setting-reset', details }, now)
    return undefined
  })
}

/** The current text. Of two concurrent changes the second waits for the first; readers do not wait. */
async function lockSetting(tx: Db, name: SettingName): Promise<string> {
  await tx.run(sql`lock table settings in share row exclusive mode`)
  return (await readSettings(tx))[settingNames[name]]
}

function refuseUnseen(text: string): Refused {
  return refuse('has-changed', {
    errors: `Someone else has changed this text. It now says: “${text}”. Your change was not saved. Close this window, then change it again.`,
  })
}
