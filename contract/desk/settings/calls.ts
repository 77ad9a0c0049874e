import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { LONGEST_SETTING, settingName, settingText } from './fields.ts'
import { textsValues } from './values.ts'

/** What somebody else has set meanwhile is not replaced unseen. */
const seen = exact(LONGEST_SETTING, 'The text that the page showed')
const changed = { status: 409, when: 'somebody else has changed the text since the page was opened' } as const

export const changeSetting = call({
  summary: 'Change a text that everyone who signs in reads',
  ...json,
  path: '/desk/api/settings/change/',
  body: z.object({ name: text(settingName), text: text(settingText), seen, reason: text(reason) }),
  answer: outcome(textsValues),
  refusals: [
    { status: 400, when: 'the text is missing or too long, or there is no reason' },
    changed,
    ...deskRefusals,
  ],
})

export const resetSetting = call({
  summary: 'Restore the default text',
  ...json,
  path: '/desk/api/settings/reset/',
  body: z.object({ name: text(settingName), seen, reason: text(reason) }),
  answer: outcome(textsValues),
  refusals: [{ status: 400, when: 'there is no reason' }, changed, ...deskRefusals],
})
