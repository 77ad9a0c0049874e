import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { exact, listed, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import { reason } from '../reason.ts'
import { gatewayReference, refundChoice, word } from './fields.ts'

const said = z.object({ data: z.object({ said: z.string() }) })

export const settleCharge = deskCall({
  ...json,
  path: '/desk/api/today/charge/',
  who: 'money',
  body: z.object({
    charge: listed('The charge'),
    word: text(word),
    reference: optionalText(gatewayReference),
    reason: text(reason),
  }),
  answer: said,
})

export const settleRefund = deskCall({
  ...json,
  path: '/desk/api/today/refund-answer/',
  who: 'money',
  body: z.object({ refund: listed('The refund'), reason: text(reason) }),
  answer: said,
})

export const decideRefund = deskCall({
  ...json,
  path: '/desk/api/today/refund/',
  who: 'money',
  body: z.object({
    refund: listed('The refund'),
    choice: text(refundChoice),
    reason: text(reason),
    key: orderKey(),
  }),
  answer: said,
})

export const leaveDifference = deskCall({
  ...json,
  path: '/desk/api/today/difference/',
  who: 'money',
  body: z.object({ difference: listed('The difference'), reason: text(reason), key: orderKey() }),
  answer: said,
})

export const repeatSetUp = deskCall({
  ...json,
  path: '/desk/api/today/set-up/',
  who: 'help',
  body: z.object({
    pin: text(field('Account number', { required: true, maxLength: 6 })),
    reason: text(reason),
  }),
  answer: said,
})

export const retryJob = deskCall({
  ...json,
  path: '/desk/api/today/job/',
  who: 'money',
  body: z.object({
    queue: exact(100, 'The queue of the job'),
    job: exact(36, 'The id of the job'),
    reason: text(reason),
  }),
  answer: said,
})

export const sendResumeLink = deskCall({
  ...json,
  path: '/desk/api/today/resume-link/',
  who: 'help',
  body: z.object({ sign_up: listed('The sign-up'), reason: text(reason), key: orderKey() }),
  answer: said,
})
