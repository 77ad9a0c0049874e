import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import type { Command } from '../command.ts'

const LONGEST = 300
const names: Record<string, keyof Settings> = {
  'login-message': 'loginMessage',
  'system-status': 'systemStatus',
}

export const showSettingsCommand: Command = {
  name: 'settings show',
  says: 'Shows the login message and the system status.',
  async run({ db }) {
    const settings = await readSettings(db)
    const rows = Object.entries(names).map(([name, key]) => ({ name, text: settings[key] }))
    return { sections: [{ name: 'settings', title: 'Settings', rows }] }
  },
}

export const setSettingCommand: Command = {
  name: 'settings set',
  takes: 'login-message|system-status TEXT',
  says: 'Sets the login message or the system status.',
  async run({ db }, { args: [name = '', ...args], actor, now }) {
    const key = names[name]
    if (!key) return unknownSetting()
    const text = args.join(' ').trim()
    if (text === '' || text.length > LONGEST)
      return refuse('invalid-fields', { errors: `Enter a text of 1 to ${LONGEST} characters.` })
    await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into settings (name, value, changed_at) values (${key}, ${JSON.stringify(text)}, ${now})
        on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`)
      await recordAudit(tx, { actor, action: 'setting-changed', details: { name, text } }, now)
    })
    return { said: `The ${name} is now: ${text}` }
  },
}

export const resetSettingCommand: Command = {
  name: 'settings reset',
  takes: 'login-message|system-status',
  says: 'Restores the default text.',
  async run({ db }, { args: [name = ''], actor, now }) {
    const key = names[name]
    if (!key) return unknownSetting()
    await db.transaction(async (tx) => {
      await tx.run(sql`delete from settings where name = ${key}`)
      await recordAudit(tx, { actor, action: 'setting-reset', details: { name } }, now)
    })
    return { said: `The ${name} is now: ${(await readSettings(db))[key]}` }
  },
}

function unknownSetting() {
  return refuse('invalid-fields', { errors: `Choose one: ${Object.keys(names).join(' or ')}.` })
}
