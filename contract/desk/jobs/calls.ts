import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { jobsValues } from './values.ts'

export const retryJob = call({
  summary: 'Try a failed job again',
  ...json,
  path: '/desk/api/jobs/retry/',
  body: z.object({
    queue: exact(100, 'The queue of the job'),
    job_id: exact(36, 'The id of the job'),
    reason: text(reason),
  }),
  answer: outcome(jobsValues),
  refusals: [
    { status: 400, when: 'there is no reason, or the job sets an account up' },
    ...deskRefusals,
    { status: 404, when: 'there is no such failed job' },
  ],
})

export const startSetUpAgain = call({
  summary: 'Start a dead set-up again from the beginning',
  ...json,
  path: '/desk/api/jobs/set-up/',
  body: z.object({ number: text(accountNumber), reason: text(reason) }),
  answer: outcome(jobsValues),
  refusals: [
    { status: 400, when: 'there is no reason, or the account is closed' },
    ...deskRefusals,
    { status: 404, when: 'the set-up of this account is not dead' },
  ],
})
