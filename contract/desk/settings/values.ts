import * as z from 'zod/mini'
import type { BlocksValues } from '#contract/desk/settings/blocks/values.ts'
import type { PricesValues } from '#contract/desk/settings/prices/values.ts'
import type { WebinarsValues } from '#contract/desk/settings/webinars/values.ts'

const setting = z.object({ text: z.string(), normal: z.string() })

/** Each text with the one that stands there by default. */
export const textsValues = z.object({ 'login-message': setting, 'system-status': setting })
export type TextsValues = z.infer<typeof textsValues>

/** The sections of the page. */
export type SettingsValues = {
  texts: TextsValues
  webinars: WebinarsValues
  prices: PricesValues
  blocks: BlocksValues
}
