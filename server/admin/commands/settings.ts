import { LONGEST_SETTING } from '#contract/desk/settings.ts'
import { changeSetting, type SettingName, settingNames } from '#server/platform/change-setting.ts'
import { refuse } from '#server/platform/refusal.ts'
import { readSettings } from '#server/platform/settings.ts'
import type { Command } from '../command.ts'

export const getSettingsCommand: Command = {
  name: 'settings get',
  hasTables: true,
  says: 'Shows the login message and the system status.',
  async run({ db }) {
    const settings = await readSettings(db)
    const rows = Object.entries(settingNames).map(([name, key]) => ({ name, text: settings[key] }))
    return { sections: [{ name: 'settings', title: 'Settings', rows }] }
  },
}

export const setSettingCommand: Command = {
  name: 'settings set',
  takes: 'login-message|system-status TEXT …',
  says: 'Sets the login message or the system status.',
  async run({ db }, { args: [name = '', ...args], actor, now }) {
    if (!isSetting(name))
      throw refuse('invalid-fields', { errors: `Choose one: ${Object.keys(settingNames).join(' or ')}.` })
    const text = args.join(' ').trim()
    if (text === '' || text.length > LONGEST_SETTING)
      throw refuse('invalid-fields', { errors: `Enter a text of 1 to ${LONGEST_SETTING} characters.` })
    await changeSetting(db, { name, text, actor }, now)
    return { said: `The ${name.replace('-', ' ')} is now: ${text}` }
  },
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settingNames, name)
}
