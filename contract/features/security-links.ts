import * as z from 'zod/mini'
import { linkCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'

/** Separate from the calls of the Security page, which people who open a link do not load. */
export const confirmEmail = linkCall({
  ...json,
  path: '/rest/account/email/confirm/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('changed') }) }),
})

export const confirmEmailWorks = linkCall({
  ...json,
  path: '/rest/account/email/works/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('works') }) }),
})
