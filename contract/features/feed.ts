import * as z from 'zod/mini'
import type { Role } from '#contract/accounts/roles.ts'
import { dialerKeys } from '#contract/catalogue/dialers.ts'
import type { ItemKey } from '#contract/catalogue/plan.ts'
import { secretCall } from '#contract/wire/call.ts'
import { exact } from '#contract/wire/schema.ts'

export const badPosition = 'after must be a position: a whole number from 0 on.'
export const positionAhead =
  'There is no event at this position yet. Begin again from the entitlements of all accounts.'
export const badLimit = (most: number) => `limit must be a whole number from 1 to ${most}.`
export const badAccountNumber = 'after must be an account number: six digits.'
export const keyInvalid = 'Show a key of the feed as a bearer token. This one is missing, unknown or removed.'
export const accountUnknown = 'There is no account with this number, or it is not set up yet.'
export const eventsDeleted =
  'Events this old are no longer kept. Read the entitlements of all accounts, then go on from the position given there.'

/** The events sent to the provider's systems, each with its meaning. */
export const eventTypes = {
  'account.set_up': 'The account is set up and people may dial. Also the first event of an account.',
  'account.past_due': 'A month was not paid: nobody may dial until it is.',
  'account.suspended': 'The last day before an unpaid account ends has begun. Nobody may dial.',
  'account.on_hold': 'The plan is on hold: people keep their access, nobody may dial.',
  'account.hold_changed': 'A hold was planned, shortened or withdrawn.',
  'account.canceled': 'The end is planned: ends_at says when. Until then people may dial.',
  'account.ended': 'The account has ended. Nobody may dial.',
  'account.resumed': 'People may dial again, or the planned end was withdrawn.',
  'plan.changed': 'The plan has other items or other numbers of licenses.',
  'person.added': 'A person has joined.',
  'person.changed': 'The role, the dialers, or the name or email of a person has changed.',
  'person.removed': 'A person has left: they may not dial any more.',
  'bill.refunded': 'Money of a bill went back. What people may do has not changed.',
  'bill.refund_failed':
    'The bank did not carry out a refund: its money did not go back. What people may do has not changed.',
  'dispute.opened': 'The bank disputes a charge.',
  'dispute.won': 'A dispute was decided for us.',
  'dispute.lost': 'A dispute was decided against us.',
} as const

export type EventType = keyof typeof eventTypes

/** These are not entitlements: the use case reports them. All others are derived from changes. */
export type FactType = Extract<EventType, `bill.${string}` | `dispute.${string}`>

const entitlementStatuses = ['active', 'on_hold', 'past_due', 'suspended', 'ended'] as const

const planItem = z.object({ item: z.custom<ItemKey>(), quantity: z.number() })

/** Names and emails only of people who dial. */
const person = z.object({
  id: z.number(),
  role: z.custom<Role>(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  dialers: z.array(z.object({ item: z.enum(dialerKeys), number: z.number() })),
})

/** What an account may do. */
export const entitlements = z.object({
  account_number: z.string(),
  status: z.enum(entitlementStatuses),
  may_dial: z.boolean(),
  ends_at: z.nullable(z.string()),
  hold: z.nullable(z.object({ from: z.string(), until: z.string() })),
  plan: z.array(planItem),
  people: z.array(person),
})
export type Entitlements = z.output<typeof entitlements>

/** An event on the wire, pushed and pulled alike. */
export const feedEvent = z.object({
  id: z.string(),
  type: z.enum(Object.keys(eventTypes) as EventType[]),
  timestamp: z.string(),
  position: z.number(),
  account_number: z.string(),
  sequence: z.number(),
  data: z.record(z.string(), z.unknown()),
  entitlements,
})
export type FeedEvent = z.output<typeof feedEvent>

const FEED = {
  method: 'GET',
  encoding: 'query',
  errorKey: 'error_description',
  needsFeedKey: true,
} as const
const noKey = { status: 401, when: 'there is no key, or it is unknown or was removed' } as const

export const EVENTS_AT_MOST = 500
export const ACCOUNTS_AT_MOST = 200

const limit = (most: number) => exact(20, `How many at most: 1 to ${most}, which is the default`)

export const readEvents = secretCall({
  ...FEED,
  summary: "Read the events of the feed (for the provider's systems)",
  path: '/api/events',
  proof: 'a key of the feed',
  body: z.object({
    after: exact(20, 'The position of the last event that was read. 0, the default, begins with the first.'),
    limit: limit(EVENTS_AT_MOST),
  }),
  answer: z.object({ events: z.array(feedEvent), next_after: z.number(), has_more: z.boolean() }),
  answerKey: 'events',
  refusals: [
    { status: 400, when: 'after or limit is not a number, or there is no such position yet' },
    noKey,
    { status: 410, when: 'events this old are no longer kept: begin from the entitlements of all accounts' },
  ],
})

const currentEntitlements = z.object({
  account_number: z.string(),
  /** The position of the last event that it includes. Older events add nothing. */
  sequence: z.number(),
  entitlements,
})

export const readEntitlements = secretCall({
  ...FEED,
  encoding: 'none',
  summary: "Read what an account may do now (for the provider's systems)",
  path: '/api/accounts/:number/entitlements',
  proof: 'a key of the feed',
  body: z.object({}),
  answer: currentEntitlements,
  answerKey: 'entitlements',
  refusals: [noKey, { status: 404, when: 'no account has this number, or it is not set up yet' }],
})

export const listEntitlements = secretCall({
  ...FEED,
  summary: "Read what all accounts may do now, page by page (for the provider's systems)",
  path: '/api/entitlements',
  proof: 'a key of the feed',
  body: z.object({
    after: exact(20, 'The last account number of the page before. Absent on the first page.'),
    limit: limit(ACCOUNTS_AT_MOST),
  }),
  answer: z.object({
    accounts: z.array(currentEntitlements),
    next_after: z.nullable(z.string()),
    /** After all pages are read, continue with the events after the position of the first page. */
    position: z.number(),
  }),
  answerKey: 'accounts',
  refusals: [{ status: 400, when: 'after or limit cannot be read' }, noKey],
})
