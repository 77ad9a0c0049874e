import * as z from 'zod/mini'
import { itemKeys, items, type PriceKey } from '#contract/catalogue/plan.ts'
import { email } from '#contract/fields/person.ts'
import { linkCall, publicCall } from '#contract/wire/call.ts'
import { form, json, read } from '#contract/wire/endpoint.ts'
import { exact, note, text } from '#contract/wire/schema.ts'
import { formOf, submitted, submittedBy, unfinished, wizardOf } from './bodies.ts'

export const emailStatuses = [
  'invalid_data',
  'free',
  'busy.active',
  'busy.cancelled',
  'busy.pending',
] as const

/** A malformed email is a regular answer here, not a refusal: `invalid_data` carries the rule's message. */
export const lookUpEmail = publicCall({
  number: 3,
  summary: 'Check whether an email can be used to sign up',
  ...form,
  path: '/rest/auth/get-login-info-by-email/',
  why: 'a visitor has no account yet',
  body: z.object({
    email: note(500, 'The email to look up'),
    password: exact(500, 'Accepted and ignored'),
  }),
  answer: z.object({
    data: z.object({
      status: z.enum(emailStatuses),
      message: z.string(),
      pin: z.string(),
      email: z.string(),
      /** The status of the order this visitor placed with the email, if there is one. */
      order: z.optional(z.enum(['registered', 'confirming'])),
      /** The order is under review before it is charged. */
      review: z.optional(z.literal(true)),
    }),
  }),
  refusals: [],
})

const option = z.object({ value: z.string(), displayValue: z.string() })
const dollars = z.number()

export const signUpContext = publicCall({
  number: 4,
  summary: 'Get prices, countries, states and flags for sign-up',
  ...read,
  path: '/rest/auth/get-signup-context/',
  why: 'it says the same to everyone',
  answerKey: 'prices',
  body: z.object({}),
  answer: z.object({
    prices: z.object(
      Object.fromEntries(itemKeys.map((key) => [items[key].priceKey, dollars])) as Record<
        PriceKey,
        typeof dollars
      >,
    ),
    misc: z.object({
      show_rl_alert_popup: z.boolean(),
      show_nhs_alert_popup: z.boolean(),
      show_pfcl_alert_popup: z.boolean(),
      mls: z.array(z.object({ ...option.shape, state: z.string(), has_expired_data: z.boolean() })),
    }),
    countries: z.array(option),
    states: z.array(z.object({ ...option.shape, country: z.string() })),
  }),
  refusals: [],
})

export const saveUnfinishedSignUp = publicCall({
  number: 5,
  summary: 'Save an unfinished sign-up',
  ...json,
  answerKey: '',
  path: '/rest/auth/sign-up/',
  why: 'a visitor has no account yet',
  body: z.union([unfinished.new, unfinished.legacy]),
  bodyFor: (raw) => unfinished[wizardOf(raw)],
  answer: z.object({ data: z.object({ status: z.literal('pending') }) }),
  formOf,
  refusals: [
    { status: 400, when: 'fields are wrong; the messages are grouped by form' },
    {
      status: 409,
      when: 'the same visitor has paid with this email, or is paying: `data.status` is registered or confirming, with `data.review` while a person looks at it',
    },
  ],
})

export const submitSignUp = publicCall({
  number: 6,
  summary: 'Sign up and pay',
  ...json,
  path: '/rest/auth/sign-up/submit/',
  why: 'a visitor has no account yet',
  body: z.union([submitted.new, submitted.legacy]),
  bodyFor: submittedBy,
  answer: z.object({
    data: z.union([
      z.object({ status: z.literal('registered'), pin: z.string() }),
      z.object({ status: z.literal('confirming'), review: z.optional(z.literal(true)) }),
    ]),
  }),
  formOf,
  statusOf: ({ data }) => (data.status === 'confirming' ? 202 : 200),
  refusals: [
    {
      status: 202,
      when: 'the payment is being confirmed: repeat the call with the same key and body. With `review`, a person looks at the sign-up within a day, nothing is charged before, and there is no need to ask again',
    },
    {
      status: 400,
      when: 'fields are wrong or the card was declined; the messages are grouped by form. If all account numbers are taken, `errors` is a sentence, and nothing was charged',
    },
    {
      status: 409,
      when: 'the same key was used with a different body, or the same visitor has an order with this email: `data.status` is the status of that order (registered, confirming, refused), with `data.review` while a person looks at it',
    },
  ],
})

export const requestResume = publicCall({
  ...json,
  path: '/rest/auth/sign-up/resume/',
  why: 'it answers the same for every email',
  body: z.object({ email: text(email) }),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
})

/** The typed values under their wire names: never a password, security answer or card. */
const keptForm = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const resumeSignUp = linkCall({
  ...json,
  path: '/rest/auth/sign-up/resume/:linkToken/',
  body: z.object({}),
  answer: z.object({
    data: z.object({ wizard: z.enum(['new', 'legacy']), address: z.string(), form: keptForm }),
  }),
})
