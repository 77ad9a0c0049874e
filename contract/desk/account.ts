import * as z from 'zod/mini'
import type { Role } from '#contract/accounts/roles.ts'
import type { InvoiceRow } from '#contract/billing/values.ts'
import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { lines } from '#contract/wire/field.ts'
import { listed, note, orderKey, text } from '#contract/wire/schema.ts'
import { deskCall } from './desk-call.ts'
import type { DeskMoment, StateTag, Tone } from './desk-moment.ts'

/** Something waiting for the customer, for us or for a date. */
export type OpenMatter = {
  key: string
  tone: Tone
  text: string
  more: string
  /** What to do about it, if the operator may. */
  links: { text: string; href: string }[]
}

export type DeskPerson = {
  id: number
  name: string
  email: string
  role: Role
  roleLabel: string
  /** How they sign in: password, app codes, passkeys. */
  methods: string[]
  lastSignIn: DeskMoment | null
  joined: DeskMoment | null
  /**
   * When they were invited and until when the link works, if they have not joined. `why`: it cannot be resent
   * now.
   */
  invitation: {
    sent: DeskMoment | null
    until: DeskMoment | null
    isOver: boolean
    why: string | null
  } | null
  bounced: DeskMoment | null
  /** When the lost second factor is removed. */
  recovery: DeskMoment | null
  sessions: number
}

export type DeskSession = {
  id: number
  name: string
  device: string
  ip: string
  since: DeskMoment
  lastSeen: DeskMoment
}

export type DeskApp = {
  key: string
  name: string
  by: string
  since: DeskMoment
  lastUsed: DeskMoment | null
}

export type DeskCard = {
  which: 'first' | 'backup'
  /** Visa ending in 1111 */
  name: string
  /** 12/2028 */
  expires: string
  /** When it came on file, as either card. */
  added: DeskMoment
  state: StateTag
  /** What its bank told us. Each text goes on with its moment. */
  told: { text: string; at: DeskMoment }[]
}

export type DeskNote = {
  id: number
  words: string
  by: string
  at: DeskMoment
  struck: { by: string; at: DeskMoment } | null
}

export type DeskBill = Pick<InvoiceRow, 'number' | 'issuedOn' | 'what' | 'totalCents'> & {
  tag: { text: string; tone: Tone | null }
  offers: BillOffer[]
}

export type NextBill = {
  on: Day
  cents: Cents
  creditCents: Cents
  lines: { label: string; quantity: number; unitCents: Cents; cents: Cents }[]
  /** Why it differs from the last one, as the bill will say. */
  note: string
}

export type DeskAccount = {
  number: string
  company: string
  status: string
  tone: Tone
  since: DeskMoment
  created: DeskMoment
  /** Its name and its id, such as Central (US/Central). */
  timeZone: string
  phone: string
  place: string
  fraud: { since: DeskMoment; reason: string } | null
}

export type DeskAccountValues = {
  account: DeskAccount
  open: OpenMatter[]
  nextBill: NextBill | null
  /** Why there is no next bill. */
  noBill: string
  creditCents: Cents
  /** The first card, then the backup. */
  cards: DeskCard[]
  plan: {
    lines: PlanLine[]
    totalCents: Cents
    seats: { has: number; taken: number }
    planned: string | null
  }
  people: DeskPerson[]
  sessions: DeskSession[]
  apps: { rows: DeskApp[]; hasMore: boolean }
  bills: { rows: DeskBill[]; hasMore: boolean }
  notes: DeskNote[]
  timeline: TimelinePart
}

/** What can be done with a bill. `why`: unavailable now, or not for this role. */
export type BillOffer = { text: string; href: string; why: string | null }

/** A bill's or credit note's text as the customer reads it. */
type Sheet = {
  number: string
  tag: StateTag
  facts: { name: string; value: string }[]
  billedTo: string[]
  totalCents: Cents
}

export type DeskBillValues = {
  account: { number: string; company: string }
  bill: Sheet & {
    note: string
    lines: { label: string; quantity: number; unitCents: Cents; cents: Cents }[]
    /** What was taken off the total since. */
    less: { name: string; cents: Cents }[]
  }
  offers: BillOffer[]
  /** Every attempt to charge it, oldest first. */
  payments: { key: number; at: DeskMoment; cents: Cents; tag: StateTag; more: string }[]
  /** Oldest first. Without a number while the bank has not answered, or if it refused. */
  notes: {
    key: number
    number: string | null
    at: DeskMoment
    cents: Cents
    way: string
    tag: StateTag
  }[]
}

export type DeskCreditNoteValues = {
  account: { number: string; company: string }
  note: Sheet & {
    bill: string
    /** For credit that was taken back. */
    isDebit: boolean
    lines: { label: string; cents: Cents }[]
  }
}

/** The filters of an account's timeline, in list order. */
export const timelineKinds = {
  money: 'Charges and bills',
  plan: 'Plan',
  mail: 'Emails',
  'sign-in': 'Sign-ins',
  security: 'Password, email and verification',
  people: 'People',
  partner: 'Partners',
  settings: 'Account settings',
  consent: 'Consent',
  note: 'Notes',
  operator: 'Operators',
} as const
export type TimelineKind = keyof typeof timelineKinds

export const timelineKindNames = Object.keys(timelineKinds) as TimelineKind[]

export type TimelineLine = {
  key: string
  at: DeskMoment
  kind: TimelineKind
  text: string
  /** Such as the bank's reason. Empty if there is nothing to add. */
  more: string
  /** Who did it. Empty if nobody did. */
  who: string
  /** The reason that an operator gave. Empty if there is none. */
  reason: string
  /** Device and shortened IP address. Empty if unknown. */
  from: string
  tag: { text: string; tone: Tone | null } | null
  /** Where to see more of it, within the desk. */
  link: { text: string; href: string } | null
  /** Struck-out notes stay readable. */
  isStruck: boolean
}

export type TimelinePart = {
  lines: TimelineLine[]
  /** Empty: all of them. */
  kinds: TimelineKind[]
  /** The cursor of the older lines. Null if there are none. */
  older: string | null
  /** False on the pages of older lines. */
  isNewest: boolean
}

/** `money,mail` or `money mail`; unknown words are left out. All kinds are the same as none. */
export function kindsIn(text: string | undefined): TimelineKind[] {
  const request = (text ?? '').split(/[\s,]+/)
  const kinds = timelineKindNames.filter((kind) => request.includes(kind))
  return kinds.length === timelineKindNames.length ? [] : kinds
}

export const readTimeline = deskCall({
  ...read,
  encoding: 'query',
  path: '/desk/api/accounts/:number/timeline/',
  who: 'read',
  body: z.object({
    before: note(60, 'Where the part begins: the `older` of the part before'),
    kinds: note(200, 'The kinds, separated by commas; all of them if empty'),
  }),
  answer: z.object({ data: z.custom<TimelinePart>() }),
})

export const noteWords = lines('Note', { required: true, maxLength: 4000 })

export const noteGone = 'This note has already been struck out. Reload the page.'

const notes = z.object({ data: z.object({ notes: z.array(z.custom<DeskNote>()) }) })

export const addNote = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/notes/',
  who: 'help',
  body: z.object({ words: text(noteWords), key: orderKey() }),
  answer: notes,
})

export const strikeNote = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/notes/strike/',
  who: 'help',
  body: z.object({ note_id: listed('The id of a note') }),
  answer: notes,
})
