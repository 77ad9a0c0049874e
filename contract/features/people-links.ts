import * as z from 'zod/mini'
import { newPasswordChecks, newPasswordForm } from '#contract/fields/new-password-form.ts'
import { fullName } from '#contract/fields/person.ts'
import { linkCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'

/** Separate from the calls of the People page, which invited people do not load. */
export const join = linkCall({
  ...form,
  path: '/rest/account/invitation/:linkToken/',
  body: z.object({ full_name: text(fullName), ...newPasswordForm }).check(...newPasswordChecks),
  answer: z.object({ data: z.object({ status: z.literal('joined') }) }),
})
