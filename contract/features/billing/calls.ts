import * as z from 'zod/mini'
import { cardForm } from '#contract/fields/card-form.ts'
import { call } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { shownCents } from '#contract/wire/schema.ts'

/**
 * The open balance that the page showed, 0 if none. Pages of the release before this one do not send it, and are served
 * beside this one during an upgrade: without it, whatever is open is paid. The next release can require it.
 */
const shown = { open_cents: z.optional(shownCents(messages.required)) }

const paymentAnswer = z.object({
  data: z.object({
    /** `confirming`: the bank has not answered yet; poll the balance until the status changes. */
    status: z.enum(['paid', 'saved', 'confirming', 'nothing_open']),
    /** The receipt number. */
    number: z.string(),
  }),
})
const balanceAnswer = z.object({
  data: z.object({
    status: z.enum(['open', 'confirming', 'nothing_open']),
    open_cents: z.number(),
    /** The account has ended, so nothing is open although nothing was paid. */
    has_ended: z.boolean(),
  }),
})
const payment = {
  answer: paymentAnswer,
  statusOf: ({ data }: z.output<typeof paymentAnswer>) => (data.status === 'confirming' ? 202 : 200),
}
const signedOut = { status: 401, when: 'no one is signed in' } as const
const notAllowed = {
  status: 403,
  when: 'the role of the person does not allow it',
} as const
const declined = {
  status: 400,
  when: 'a field is wrong, the bank did not approve the card, or the page is outdated (`outdated`): another amount is open, or the account has ended',
} as const
const declinedOnFile = {
  status: 400,
  when: 'the bank did not approve the card, or the page is outdated (`outdated`): another amount is open, or the account has ended',
} as const
const oldLink = { status: 404, when: 'the link is unknown or has expired' } as const
const late = { status: 202, when: 'the payment is being confirmed; get the balance to follow it' } as const

export const updateCard = call({
  summary: 'Change the card on file, and pay any open balance with it',
  ...json,
  path: '/rest/account/card/',
  stepUp: 'always',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
  refusals: [late, declined, signedOut, notAllowed],
})

export const payOpen = call({
  summary: 'Pay the open balance with the card on file',
  ...json,
  path: '/rest/account/pay/',
  body: z.object(shown),
  ...payment,
  refusals: [late, declinedOnFile, signedOut, notAllowed],
})

export const balance = call({
  summary: 'Get the open balance',
  ...read,
  errorKey: 'errors',
  path: '/rest/account/balance/',
  body: z.object({}),
  answer: balanceAnswer,
  refusals: [signedOut, notAllowed],
})

export const payByLink = call({
  summary: 'Pay the open balance with the card on file, using an emailed link',
  ...json,
  path: '/rest/pay/:linkToken/',
  body: z.object(shown),
  ...payment,
  refusals: [late, declinedOnFile, oldLink],
})

export const payWithCardByLink = call({
  summary: 'Pay the open balance with another card, using an emailed link',
  ...json,
  path: '/rest/pay/:linkToken/card/',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
  refusals: [late, declined, oldLink],
})

export const balanceOfLink = call({
  summary: 'Get the open balance, using an emailed link',
  ...read,
  errorKey: 'errors',
  path: '/rest/pay/:linkToken/balance/',
  body: z.object({}),
  answer: balanceAnswer,
  refusals: [oldLink],
})
