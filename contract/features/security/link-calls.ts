import * as z from 'zod/mini'
import { linkCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'

/** Apart from the calls of the Security page, which whoever opens a link does not load. */
export const confirmEmail = linkCall({
  summary: 'Confirm a new email with the link sent to it',
  ...json,
  path: '/rest/account/email/confirm/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('changed') }) }),
  refusals: [{ status: 404, when: 'the link is unknown, used, canceled, replaced or more than a day old' }],
})

export const confirmEmailWorks = linkCall({
  summary: 'Show that an email works, with the link sent to it',
  ...json,
  path: '/rest/account/email/works/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('works') }) }),
  refusals: [
    { status: 404, when: 'the link is unknown, used or more than a day old, or the email was changed since' },
  ],
})
