import type { Role } from '#contract/accounts/roles.ts'
import type { CardOnFile, InvoiceRow } from '#contract/billing/values.ts'
import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { DeskMoment, Tone } from '../desk-moment.ts'
import type { BillOffer } from './bill-values.ts'
import type { TimelinePart } from './timeline.ts'

/** Something that waits for the customer, for us or for a date. */
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
   * When they were invited and until when the link works, if they have not joined. `why`: it cannot be sent again now.
   */
  invitation: {
    sent: DeskMoment | null
    until: DeskMoment | null
    isOver: boolean
    why: string | null
  } | null
  bounced: DeskMoment | null
  /** When the second factor is removed, if they lost it. */
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
  card: CardOnFile | null
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
