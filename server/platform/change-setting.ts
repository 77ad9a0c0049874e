import { recordAudit } from './audit.ts'
import type { Database } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { Settings } from './settings.ts'

/** The settings by the names that operators know them by. */
export const settingNames = {
  'login-message': 'loginMessage',
  'system-status': 'systemStatus',
} as const satisfies Record<string, keyof Settings>
export type SettingName = keyof typeof settingNames

type Change = { name: SettingName; actor: string; reason?: string }

/** A text that is already there is no change. */
export function changeSetting(
  db: Database,
  { name, text, actor, reason }: Change & { text: string },
  now: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    const changed = await tx.run(sql`
      insert into settings as s (name, value, changed_at)
      values (${settingNames[name]}, ${JSON.stringify(text)}, ${now})
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at
      where s.value <> excluded.value`)
    if (changed === 0) return
    const details = { name, text, ...(reason ? { reason } : {}) }
    await recordAudit(tx, { actor, action: 'setting-changed', details }, now)
  })
}

/** Restores the default text. */
export function resetSetting(db: Database, { name, actor, reason }: Change, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    if ((await tx.run(sql`delete from settings where name = ${settingNames[name]}`)) === 0) return
    const details = { name, ...(reason ? { reason } : {}) }
    await recordAudit(tx, { actor, action: 'setting-reset', details }, now)
  })
}
