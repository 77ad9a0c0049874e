import * as z from 'zod/mini'
import { newPasswordChecks, newPasswordForm } from '#contract/fields/new-password-form.ts'
import { fullName } from '#contract/fields/person.ts'
import { linkCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'

/** Apart from the calls of the People page, which whoever is invited does not load. */
export const join = linkCall({
  summary: 'Accept an invitation',
  ...form,
  path: '/rest/account/invitation/:linkToken/',
  body: z.object({ full_name: text(fullName), ...newPasswordForm }).check(...newPasswordChecks),
  answer: z.object({ data: z.object({ status: z.literal('joined') }) }),
  refusals: [
    { status: 400, when: 'the name is missing, or a password is too short or the two differ' },
    { status: 404, when: 'the invitation is unknown, withdrawn, replaced, used or expired' },
  ],
})
