import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { settingName, settingText } from './fields.ts'
import { settingsValues } from './values.ts'

export const changeSetting = call({
  summary: 'Change a text that everyone who signs in reads',
  ...json,
  path: '/desk/api/settings/change/',
  body: z.object({ name: text(settingName), text: text(settingText), reason: text(reason) }),
  answer: outcome(settingsValues),
  refusals: [
    { status: 400, when: 'the text is missing or too long, or there is no reason' },
    ...deskRefusals,
  ],
})

export const resetSetting = call({
  summary: 'Restore the default text',
  ...json,
  path: '/desk/api/settings/reset/',
  body: z.object({ name: text(settingName), reason: text(reason) }),
  answer: outcome(settingsValues),
  refusals: [{ status: 400, when: 'there is no reason' }, ...deskRefusals],
})
