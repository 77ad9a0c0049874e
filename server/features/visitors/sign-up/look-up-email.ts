import type { emailStatuses, lookUpEmail as lookUpEmailCall } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { email as emailField } from '#contract/fields/person.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { complaintOf } from '#contract/wire/rules.ts'
import { holdsEmail } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { type Agent, findAgents } from '#server/identity/agents.ts'
import { handVisitorToken } from '#server/identity/visitor-cookie.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, fromPlace, type Limit } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { grouped } from './order-rules.ts'
import { type AskedOrder, findOwnOrder, refuseForOrder } from './own-order.ts'
import { findUnfinished, isTakenByEnded } from './queries.ts'

const byPlace: Limit = { name: 'look-up:place', tries: 120, windowMinutes: 15 }

type Answer = AnswerOf<typeof lookUpEmailCall>
export type EmailStatus = { status: (typeof emailStatuses)[number]; pin: string }

/** Whether an email is free to sign up with. The password of older pages is not even read. */
export async function lookUpEmail(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email: given }: ParsedBodyOf<typeof lookUpEmailCall>,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const now = clock.now()
  const refused = await countTries(db, fromPlace(byPlace, visitor.address), now)
  if (refused) return refused
  const email = given.trim()
  const complaint = complaintOf(email, emailField.validation)
  if (complaint) return { data: { status: 'invalid_data', message: complaint, pin: '', email } }
  // Handed out before anything is paid: should the answer to a payment be lost, the order is found by it.
  const visitorHash = handVisitorToken(visitor, config)
  const { status, pin } = await statusOfEmail(db, email, visitorHash, now)
  const order = await findOwnOrder(db, { email, visitorHash, now })
  return { data: { status, message: wordsOf(status), pin, email, ...(order && { order }) } }
}

/** Of several: who can sign in, then an unfinished sign-up, then what has ended, then free. */
async function statusOfEmail(
  db: Db,
  email: string,
  visitorHash: Buffer | null,
  now: Date,
): Promise<EmailStatus> {
  return statusOf(db, email, await findAgents(db, email), visitorHash, now)
}

/**
 * Who has paid with this email is told so, never to use another one. Whoever has an account is told to log in; the
 * account that has ended has the text of the specification.
 */
export async function refusalOfEmail(db: Db, asked: AskedOrder): Promise<Refused | undefined> {
  const taken = await findTaken(db, asked)
  switch (taken) {
    case undefined:
      return undefined
    case 'busy.active': {
      const own = await findOwnOrder(db, asked)
      return own ? refuseForOrder(own) : grouped({ emails_form: { email: [messages.emailHasAccount] } })
    }
    case 'busy.cancelled':
      return grouped({ emails_form: { email: [messages.emailTaken] } })
  }
}

/** Which account stands in the way of an order with this email, whoever else has begun to sign up with it. */
async function findTaken(
  db: Db,
  { email, visitorHash, now }: AskedOrder,
): Promise<'busy.active' | 'busy.cancelled' | undefined> {
  const agents = await findAgents(db, email)
  if (agents.length === 0) return undefined
  const { status } = await statusOf(db, email, agents, visitorHash, now)
  return status === 'busy.active' || status === 'busy.cancelled' ? status : undefined
}

async function statusOf(
  db: Db,
  email: string,
  agents: Agent[],
  visitorHash: Buffer | null,
  now: Date,
): Promise<EmailStatus> {
  const living = agents.find(holdsEmail)
  if (living) return { status: 'busy.active', pin: living.pin }
  const unfinished = await findUnfinished(db, email)
  const isOwn = visitorHash !== null && unfinished?.visitorHash.equals(visitorHash)
  if (unfinished && !isOwn) return { status: 'busy.pending', pin: '' }
  const ended = agents.filter((agent) => agent.status !== 'free signup agent')
  const accountIds = ended.map(({ accountId }) => accountId)
  return (await isTakenByEnded(db, accountIds, now))
    ? { status: 'busy.cancelled', pin: '' }
    : { status: 'free', pin: '' }
}

function wordsOf(status: EmailStatus['status']): string {
  if (status === 'busy.cancelled') return messages.emailTaken
  return status === 'busy.pending' ? messages.signUpUnfinished : ''
}
