import * as z from 'zod/mini'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { optionalText } from '#contract/wire/schema.ts'

export const confirmIdentity = call({
  summary: 'Confirm who is signed in, before a call that asks for it (`step_up`). Good for 10 minutes.',
  ...json,
  path: '/rest/account/step-up/',
  body: z.object({ password: optionalText(currentPassword), code: optionalText(factorCode) }),
  answer: z.object({ data: z.object({ status: z.literal('confirmed') }) }),
  refusals: [
    { status: 400, when: 'the password or the code is missing or wrong' },
    { status: 401, when: 'no one is signed in' },
    { status: 403, when: 'this way is not enough for this person: `step_up` lists the ways that are' },
  ],
})
