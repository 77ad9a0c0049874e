import * as z from 'zod/mini'
import * as fields from '#contract/fields/person.ts'
import { call } from '#contract/wire/call.ts'
import { text } from '#contract/wire/schema.ts'
import { requestResumeAddress, resumeSignUpAddress } from './endpoints.ts'

export const requestResume = call({
  summary: 'Ask for a link that brings an unfinished sign-up back',
  ...requestResumeAddress,
  body: z.object({ email: text(fields.email) }),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
  refusals: [{ status: 400, when: 'the email is missing or malformed' }],
})

/** What was filled in, under the names of the wire: never a password, an answer or a card. */
const keptForm = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const resumeSignUp = call({
  summary: 'Spend that link: what was filled in, and where to go on',
  ...resumeSignUpAddress,
  body: z.object({}),
  answer: z.object({
    data: z.object({ wizard: z.enum(['new', 'legacy']), address: z.string(), form: keptForm }),
  }),
  refusals: [
    { status: 404, when: 'the link is unknown, used or older than a day, or the sign-up was finished' },
  ],
})
