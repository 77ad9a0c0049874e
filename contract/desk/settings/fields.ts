import { choice, field } from '#contract/wire/field.ts'

export const settingLabels = { 'login-message': 'Login message', 'system-status': 'System status' } as const
export type SettingKey = keyof typeof settingLabels

export const settingName = choice(
  'Setting',
  Object.entries(settingLabels).map(([value, displayValue]) => ({ value, displayValue })),
)
export const LONGEST_SETTING = 300
export const settingText = field('Text', { required: true, maxLength: LONGEST_SETTING })
