import * as z from 'zod/mini'
import { call } from './call.ts'

export const confirmSmtpSettings = call({
  number: 13,
  summary: 'Confirm outgoing-mail settings with the link from their test mail',
  method: 'POST',
  path: '/rest/infrastructure/confirm-smtp-settings/:linkToken/',
  encoding: 'none',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('verified') }) }),
  words: 'error',
  answers: 'data',
  refusals: [{ status: 404, when: 'the link is unknown or old' }],
})
