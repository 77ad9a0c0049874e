import * as z from 'zod/mini'
import { everyone } from '#contract/accounts/factor-demand.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { graceDays } from './fields.ts'

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
