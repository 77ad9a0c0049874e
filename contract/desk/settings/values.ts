import * as z from 'zod/mini'

const setting = z.object({ text: z.string(), normal: z.string() })

/** Each text with the one that stands there by default. */
export const settingsValues = z.object({ 'login-message': setting, 'system-status': setting })
export type SettingsValues = z.infer<typeof settingsValues>
