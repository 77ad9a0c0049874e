import * as z from 'zod/mini'
import { confirmSmtpSettingsAddress } from '#contract/features/outgoing-mail/endpoints.ts'
import { call } from '#contract/wire/call.ts'

export const confirmSmtpSettings = call({
  number: 13,
  summary: 'Confirm outgoing-mail settings with the link from their test mail',
  ...confirmSmtpSettingsAddress,
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('verified') }) }),
  refusals: [{ status: 404, when: 'the link is unknown or old, or the settings were changed since' }],
})
