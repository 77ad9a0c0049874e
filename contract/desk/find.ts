import * as z from 'zod/mini'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { text } from '#contract/wire/schema.ts'
import { deskCall } from './desk-call.ts'
import type { StateTag } from './desk-moment.ts'

export const foundKinds = {
  account: 'Accounts',
  person: 'People',
  'sign-up': 'Sign-ups',
  bill: 'Bills',
  'credit-note': 'Credit notes',
  charge: 'Charges',
  refund: 'Refunds',
  dispute: 'Disputes',
  cancellation: 'Cancellations',
  card: 'Cards',
  mail: 'Mails',
} as const
export type FoundKind = keyof typeof foundKinds

/** A text, and which part of it matched. */
export type Marked = { before: string; hit: string; after: string }

export type FoundRow = {
  key: string
  /** Where it opens; null if there is no page for it. */
  href: string | null
  title: string
  /** The account's number and status, or the state of a sign-up. */
  facts: string[]
  tag: StateTag | null
  /** What was compared: "Email". */
  what: string
  matched: Marked
}

export type FoundGroup = {
  kind: FoundKind
  rows: FoundRow[]
  isMore: boolean
  /** To all of this kind, and to the pages of that list. */
  links: { text: string; href: string }[]
}

export type FoundValues = {
  groups: FoundGroup[]
  /** The exact match, if there is one: Enter opens it. */
  opens: string | null
  /** More matches than are shown, or the search timed out. */
  isCutShort: boolean
  /** An error number is only in the log. */
  errorNumber: string | null
  /** A whole card number was typed: it is not repeated. */
  wasCardNumber: boolean
}

export type FindValues = FoundValues & {
  /** The query. */
  text: string
}

const LONGEST_TEXT = 200
const sought = field('Find', { maxLength: LONGEST_TEXT })

export const find = deskCall({
  // Not in the URL: emails and names would end up in logs in between.
  ...json,
  path: '/desk/api/find/',
  who: 'read',
  body: z.object({ text: text(sought) }),
  answer: z.object({ data: z.custom<FoundValues>() }),
})
