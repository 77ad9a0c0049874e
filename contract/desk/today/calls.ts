import * as z from 'zod/mini'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { exact, listed, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import { reason } from '../reason.ts'
import { gatewayReference, refundChoice, word } from './fields.ts'

const said = z.object({ data: z.object({ said: z.string() }) })
const signedOut = { status: 401, when: 'no operator is signed in' } as const
const notAllowed = { status: 403, when: 'the role of the operator does not allow it' } as const

export const settleCharge = call({
  summary: 'Ask the gateway what became of a charge, and record it. No card is charged.',
  ...json,
  path: '/desk/api/today/charge/',
  body: z.object({
    charge: listed('The charge'),
    word: text(word),
    reference: optionalText(gatewayReference),
    reason: text(reason),
  }),
  answer: said,
  refusals: [
    { status: 400, when: 'it is settled already, may still be in progress, or the gateway does not know' },
    { status: 404, when: 'there is no such charge' },
    signedOut,
    notAllowed,
  ],
})

export const settleRefund = call({
  summary: 'Ask the gateway what became of a refund. One that never reached it is sent again',
  ...json,
  path: '/desk/api/today/refund-answer/',
  body: z.object({ refund: listed('The refund'), reason: text(reason) }),
  answer: said,
  refusals: [
    { status: 400, when: 'it is settled already, may still be in progress, or the gateway does not know' },
    { status: 404, when: 'there is no such refund of a bill' },
    signedOut,
    notAllowed,
  ],
})

export const decideRefund = call({
  summary: 'Solve a refund that moved no money: send it again, give it as credit, or close it',
  ...json,
  path: '/desk/api/today/refund/',
  body: z.object({
    refund: listed('The refund'),
    choice: text(refundChoice),
    reason: text(reason),
    key: orderKey(),
  }),
  answer: said,
  refusals: [
    { status: 400, when: 'it is decided already, the bill has less left, or the bank refused it again' },
    { status: 404, when: 'there is no such refund' },
    { status: 409, when: 'the key was used for something else' },
    signedOut,
    notAllowed,
  ],
})

export const leaveDifference = call({
  summary: 'Leave a refund beside credit as it is: the customer keeps both',
  ...json,
  path: '/desk/api/today/difference/',
  body: z.object({ difference: listed('The difference'), reason: text(reason), key: orderKey() }),
  answer: said,
  refusals: [
    { status: 400, when: 'it is closed already' },
    { status: 404, when: 'there is no such difference' },
    { status: 409, when: 'the key was used for something else' },
    signedOut,
    notAllowed,
  ],
})

export const repeatSetUp = call({
  summary: 'Start a set-up that failed again from the beginning',
  ...json,
  path: '/desk/api/today/set-up/',
  body: z.object({
    pin: text(field('Account number', { required: true, maxLength: 6 })),
    reason: text(reason),
  }),
  answer: said,
  refusals: [
    { status: 400, when: 'the set-up has not failed' },
    { status: 404, when: 'there is no such account' },
    signedOut,
    notAllowed,
  ],
})

export const retryJob = call({
  summary: 'Try background work that failed again',
  ...json,
  path: '/desk/api/today/job/',
  body: z.object({
    queue: exact(100, 'The queue of the job'),
    job: exact(36, 'The id of the job'),
    reason: text(reason),
  }),
  answer: said,
  refusals: [
    { status: 400, when: 'there is no reason, or the job sets an account up or delivers an email' },
    { status: 404, when: 'the job is not failed any more' },
    signedOut,
    notAllowed,
  ],
})

export const sendResumeLink = call({
  summary: 'Mail a link to someone who left a sign-up at the card, so that they can go on',
  ...json,
  path: '/desk/api/today/resume-link/',
  body: z.object({ sign_up: listed('The sign-up'), reason: text(reason), key: orderKey() }),
  answer: said,
  refusals: [
    { status: 404, when: 'the sign-up was finished or deleted' },
    { status: 409, when: 'the key was used for something else' },
    signedOut,
    notAllowed,
  ],
})
