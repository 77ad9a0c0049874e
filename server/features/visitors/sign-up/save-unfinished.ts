import type { saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { noteDetailsStep } from '#server/billing/orders/sign-up-steps.ts'
import type { Deps } from '#server/deps.ts'
import { handVisitorToken, readVisitorHash } from '#server/identity/visitor-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { type CustomerForm, hashSecrets } from './customer.ts'
import { findOwnOrder, refusalOfEmail, refuseForOrder } from './email-in-use.ts'
import { refusalOfPlaces } from './order-rules.ts'
import { keepUnfinished } from './queries.ts'
import { typedOf } from './typed-form.ts'

const byIp: Limit = { name: 'unfinished:place', tries: 40, windowMinutes: 60 }

/**
 * Saves what was filled in so far, so that it can be resumed. Passwords and answers are stored only as
 * hashes.
 */
export async function saveUnfinished(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'passwords'>,
  form: CustomerForm,
  visitor: Visitor,
): Promise<AnswerOf<typeof saveUnfinishedSignUp> | Refused> {
  const { db, clock, config } = deps
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const asked = { email: form.email, visitorHash: readVisitorHash(visitor, config), now }
  const own = await findOwnOrder(db, asked)
  if (own) return refuseForOrder(own)
  const refused = refusalOfPlaces(form, config.salesCountries) ?? (await refusalOfEmail(db, asked))
  if (refused) return refused
  const secrets = await hashSecrets(deps, form)
  if (isRefused(secrets)) return secrets
  const visitorHash = handVisitorToken(visitor, config)
  const unfinishedId = await keepUnfinished(db, { visitorHash, typed: typedOf(form), secrets }, now)
  await noteDetailsStep(db, { wizard: form.wizard, visitorHash, unfinishedId }, now)
  return { data: { status: 'pending' } }
}
