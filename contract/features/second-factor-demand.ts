import * as z from 'zod/mini'
import { everyone } from '#contract/accounts/factors.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { choice } from '#contract/wire/field.ts'
import { text } from '#contract/wire/schema.ts'

export const GRACE_DAYS = '7'
/** How long people may go without a second factor once the owner requires it. */
export const graceDays = choice('Time to set it up', [
  { value: '0', displayValue: 'No time: from the next sign-in on' },
  { value: '1', displayValue: '1 day' },
  { value: '3', displayValue: '3 days' },
  { value: GRACE_DAYS, displayValue: '7 days' },
  { value: '14', displayValue: '14 days' },
  { value: '30', displayValue: '30 days' },
])

const answer = z.object({ data: everyone })

export const demandSecondFactor = accountCall({
  ...json,
  path: '/rest/account/second-factor/demand/',
  who: 'demand-second-factor',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ grace_days: text(graceDays) }),
  answer,
})

export const withdrawFactorDemand = accountCall({
  ...json,
  path: '/rest/account/second-factor/demand/withdraw/',
  who: 'demand-second-factor',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({}),
  answer,
})
