import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { LONGEST_SETTING, settingName, settingText } from './fields.ts'
import { textsValues } from './values.ts'

/** What somebody else has set meanwhile is not replaced unseen. */
const seen = exact(LONGEST_SETTING, 'The text that the page showed')

export const changeSetting = deskCall({
  ...json,
  path: '/desk/api/settings/change/',
  who: 'administer',
  body: z.object({ name: text(settingName), text: text(settingText), seen, reason: text(reason) }),
  answer: outcome(textsValues),
})

export const resetSetting = deskCall({
  ...json,
  path: '/desk/api/settings/reset/',
  who: 'administer',
  body: z.object({ name: text(settingName), seen, reason: text(reason) }),
  answer: outcome(textsValues),
})
