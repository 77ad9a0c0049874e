import * as z from 'zod/mini'
import { everyone } from '#contract/accounts/factor-demand.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { graceDays } from './fields.ts'

const answer = z.object({ data: everyone })
const signedOut = { status: 401, when: 'no one is signed in' } as const
const notTheOwner = { status: 403, when: 'the person who is signed in is not the owner' } as const

export const demandSecondFactor = accountCall({
  summary: 'Require a second factor of everyone in the account. The days count from now.',
  ...json,
  path: '/rest/account/second-factor/demand/',
  who: 'demand-second-factor',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ grace_days: text(graceDays) }),
  answer,
  refusals: [
    {
      status: 400,
      when: 'the number of days is not one of the listed ones, or the owner has no second factor',
    },
    signedOut,
    notTheOwner,
  ],
})

export const withdrawFactorDemand = accountCall({
  summary: 'No longer require a second factor of everyone in the account',
  ...json,
  path: '/rest/account/second-factor/demand/withdraw/',
  who: 'demand-second-factor',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({}),
  answer,
  refusals: [signedOut, notTheOwner],
})
