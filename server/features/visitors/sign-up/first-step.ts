import type {
  lookUpEmail as lookUpEmailCall,
  saveUnfinishedSignUp,
} from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { email as emailField } from '#contract/fields/person.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { complaintOf } from '#contract/wire/rules.ts'
import { noteDetailsStep, noteEmailStep } from '#server/billing/orders/sign-up.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitorHash, setVisitorCookie } from '#server/identity/visitor-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import {
  type EmailStatus,
  findOwnOrder,
  refusalOfEmail,
  refuseForOrder,
  statusOfEmail,
  wireStatusOf,
} from './email-in-use.ts'
import { type CustomerForm, checkPlaces, customerOf, hashSecrets } from './form.ts'
import { storeUnfinished } from './unfinished.ts'

const lookUpsByIp: Limit = { name: 'look-up:place', tries: 120, windowMinutes: 15 }
const savesByIp: Limit = { name: 'unfinished:place', tries: 40, windowMinutes: 60 }

/** Whether an email is free to sign up with. A password that is sent along is ignored. */
export async function lookUpEmail(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email: given }: ParsedBodyOf<typeof lookUpEmailCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof lookUpEmailCall>> {
  const now = clock.now()
  await countTries(db, limitByIp(lookUpsByIp, visitor.ip), now)
  const email = given.trim()
  const complaint = complaintOf(email, emailField.validation)
  if (complaint) return { data: { status: 'invalid_data', message: complaint, pin: '', email } }
  // Set before anything is paid, so that the order can be found even if the answer to the payment is lost.
  const visitorHash = setVisitorCookie(visitor, config)
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

/** Saves the input so far, so that it can be resumed. Passwords and answers are stored only as hashes. */
export async function saveUnfinished(
  { db, clock, config, passwords }: Pick<Deps, 'db' | 'clock' | 'config' | 'passwords'>,
  form: CustomerForm,
  visitor: Visitor,
): Promise<AnswerOf<typeof saveUnfinishedSignUp>> {
  const now = clock.now()
  await countTries(db, limitByIp(savesByIp, visitor.ip), now)
  const request = { email: form.email, visitorHash: readVisitorHash(visitor, config), now }
  const own = await findOwnOrder(db, request)
  if (own) throw refuseForOrder(own)
  checkPlaces(customerOf(form), config.salesCountries)
  const refused = await refusalOfEmail(db, request)
  if (refused) throw refused
  const secrets = await hashSecrets(passwords, form)
  // The page continues without a late answer, so the sign-up may have been paid while this one hashed.
  const paidMeanwhile = await refusalOfEmail(db, { ...request, now: clock.now() })
  if (paidMeanwhile) throw paidMeanwhile
  const visitorHash = setVisitorCookie(visitor, config)
  const unfinishedId = await storeUnfinished(db, { visitorHash, form, secrets }, now)
  await noteDetailsStep(db, { wizard: form.wizard, visitorHash, unfinishedId }, now)
  return { data: { status: 'pending' } }
}
