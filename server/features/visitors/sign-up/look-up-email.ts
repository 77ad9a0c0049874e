import type { lookUpEmail as lookUpEmailCall } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { email as emailField } from '#contract/fields/person.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { complaintOf } from '#contract/wire/rules.ts'
import { noteEmailStep } from '#server/billing/orders/sign-up-steps.ts'
import type { Deps } from '#server/deps.ts'
import { handVisitorToken } from '#server/identity/visitor-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { type EmailStatus, findOwnOrder, statusOfEmail, wireStatusOf } from './email-in-use.ts'

const byIp: Limit = { name: 'look-up:place', tries: 120, windowMinutes: 15 }

type Answer = AnswerOf<typeof lookUpEmailCall>

/** Whether an email is free to sign up with. A password that is sent along is ignored. */
export async function lookUpEmail(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email: given }: ParsedBodyOf<typeof lookUpEmailCall>,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const email = given.trim()
  const complaint = complaintOf(email, emailField.validation)
  if (complaint) return { data: { status: 'invalid_data', message: complaint, pin: '', email } }
  // Set before anything is paid, so that the order can be found even if the answer to the payment is lost.
  const visitorHash = handVisitorToken(visitor, config)
  const { status, pin } = await statusOfEmail(db, email, visitorHash, now)
  if (status === 'free' || status === 'busy.pending') await noteEmailStep(db, visitorHash, now)
  const order = await findOwnOrder(db, { email, visitorHash, now })
  return { data: { status, message: messageOf(status), pin, email, ...(order && orderOf(order)) } }
}

function orderOf(standing: 'registered' | 'confirming' | 'held') {
  const { status, review } = wireStatusOf(standing)
  return { order: status === 'registered' ? status : ('confirming' as const), ...(review && { review }) }
}

function messageOf(status: EmailStatus['status']): string {
  if (status === 'busy.cancelled') return messages.emailTaken
  return status === 'busy.pending' ? messages.signUpUnfinished : ''
}
