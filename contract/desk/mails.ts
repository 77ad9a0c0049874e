import * as z from 'zod/mini'
import { email } from '#contract/fields/person.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import { deskCall, outcome, reason } from './desk-call.ts'
import type { DeskMoment, Tone } from './desk-moment.ts'

/** What resending will do, or why it is impossible. */
export type Resending = { kind: 'can'; happens: string[] } | { kind: 'cannot'; why: string }

/** A mail, and how it is resent. */
export type DeskMailValues = {
  /** Null: it has no account, like one about an unpaid sign-up. */
  account: { number: string; company: string } | null
  mail: {
    id: number
    subject: string
    recipient: string
    purpose: string
    at: DeskMoment
    settled: DeskMoment | null
    fate: { text: string; tone: Tone | null }
    /** The mail server's message. */
    problem: string
    tries: number
  }
  /** Its content without one-time links. Null if it was only a link, or its text was deleted. */
  text: { greeting: string; paragraphs: string[]; links: string[]; closing: string[] } | null
  /** Why there is no text, or what is missing. */
  hint: string
  /** Who would get it: its recipient or somebody else of the account, and who else may. */
  to: string
  others: string[]
  again: Resending
}

export const resendMail = deskCall({
  ...json,
  path: '/desk/api/mails/resend/',
  who: 'help',
  body: z.object({
    mail_id: listed('The id of an email'),
    /** Empty: to its recipient. */
    to: optionalText(email),
    reason: text(reason),
    key: orderKey(),
  }),
  answer: outcome(z.custom<DeskMailValues>()),
})
