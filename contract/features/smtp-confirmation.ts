import * as z from 'zod/mini'
import { linkCall } from '#contract/wire/call.ts'

/** The page confirms once by script. Without JavaScript its form does, and the outcome is part of the values. */
export type SmtpConfirmationValues = {
  linkToken: string
  outcome?: { isVerified: boolean; text: string }
}

export const confirmSmtpSettings = linkCall({
  number: 13,
  summary: 'Confirm outgoing mail settings with the link in the verification email',
  method: 'POST',
  encoding: 'none',
  errorKey: 'error',
  answerKey: '',
  path: '/rest/infrastructure/confirm-smtp-settings/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('verified') }) }),
  refusals: [{ status: 404, when: 'the link is unknown or expired, or the settings have changed since' }],
})
