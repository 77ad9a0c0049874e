import * as z from 'zod/mini'
import type { Role } from '#contract/accounts/roles.ts'
import { dialerKeys } from '#contract/catalogue/dialers.ts'
import type { ItemKey } from '#contract/catalogue/plan.ts'

/** What the provider's systems are told, each with its meaning. */
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

/** These are no entitlements: the use case that knows of them says so. All others follow from what has changed. */
export type FactType = Extract<EventType, `bill.${string}` | `dispute.${string}`>

const entitlementStatuses = ['active', 'on_hold', 'past_due', 'suspended', 'ended'] as const

const planItem = z.object({ item: z.custom<ItemKey>(), quantity: z.number() })

/** Names and emails are of people who dial only. */
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
