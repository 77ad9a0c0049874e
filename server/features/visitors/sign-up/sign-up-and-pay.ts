import * as messages from '#contract/billing/messages.ts'
import { linesOf, totalOf } from '#contract/catalogue/plan.ts'
import type { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { type Ordered, orderOnce, payOrder } from '#server/billing/orders/pay-order.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitorHash, setVisitorCookie } from '#server/identity/visitor-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Risk } from '#server/ports/fraud.ts'
import {
  type AskedOrder,
  findOwnOrder,
  findWaitingOrder,
  refusalOfEmail,
  refuseForOrder,
} from './email-in-use.ts'
import { checkOrder, grouped, hashSecrets, partsOf, type SubmittedSignUp } from './form.ts'

type Answer = AnswerOf<typeof submitSignUp>

export function signUpAndPay(
  deps: Deps,
  form: ParsedBodyOf<typeof submitSignUp>,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const submitted = partsOf(form)
  const { key, request, customer } = submitted
  const { email } = customer
  const requested = {
    email,
    visitorHash: readVisitorHash(visitor, deps.config),
    now: deps.clock.now(),
  }
  const order = { kind: 'sign-up' as const, key, request, buyer: { email } }
  const answer = (ordered: Ordered) => answerOf(deps, ordered, requested)
  return orderOnce(deps, order, answer, () => checkAndPay(deps, submitted, requested, visitor))
}

/** Refuses what the customer can correct, applies the fraud rules, then places the order: see billing/orders. */
async function checkAndPay(
  deps: Deps,
  submitted: SubmittedSignUp,
  requested: AskedOrder,
  visitor: Visitor,
): Promise<Answer> {
  const { db, clock, config } = deps
  const { key, request, customer, plan, card } = submitted
  const { email } = requested
  const own = await findOwnOrder(db, requested)
  if (own) throw refuseForOrder(own)
  const lines = linesOf(plan.quantities, await pricesAt(db, clock.now()))
  const risk = riskOf(submitted, visitor, requested.visitorHash)
  checkOrder(submitted, totalOf(lines), { now: clock.now(), salesCountries: config.salesCountries })
  const refused = (await refusalOfEmail(db, requested)) ?? (await deps.fraud.refusalOf(risk, clock.now()))
  if (refused) throw refused
  // This order could not be placed. Nothing counts its repeats, so they must not reach the hash queue.
  if (await findWaitingOrder(db, email)) return answerOf(deps, { kind: 'busy' }, requested)
  const secrets = await hashSecrets(deps.passwords, submitted.secrets)

  const ordered = await payOrder(
    deps,
    {
      kind: 'sign-up',
      key,
      request,
      buyer: { email: customer.email, visitorHash: setVisitorCookie(visitor, config) },
      amountCents: totalOf(lines),
      subject: { customer: { ...customer, ...secrets }, lines },
      ip: visitor.ip,
    },
    { kind: 'typed', card, risk, accountId: null },
    // Another tab's order may have been paid while this one waited for it.
    (tx, besides) => refusalOfEmail(tx, { ...requested, now: clock.now(), besides }),
  )
  if (isRefused(ordered)) throw ordered
  return answerOf(deps, ordered, requested)
}

async function answerOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ordered: Ordered,
  requested: AskedOrder,
): Promise<Answer> {
  switch (ordered.kind) {
    case 'paid':
      return { data: { status: 'registered', pin: ordered.pin } }
    case 'confirming':
      return { data: { status: 'confirming' } }
    case 'held':
      return { data: { status: 'confirming', review: true } }
    case 'refused':
      throw refuse('invalid-fields', { errors: ordered.errors })
    case 'other-order':
      throw refuseForOrder(ordered.status === 'paid' ? 'registered' : ordered.status)
    case 'busy': {
      const own = await findOwnOrder(db, { ...requested, now: clock.now() })
      if (own) throw refuseForOrder(own)
      const isUnderReview = (await findWaitingOrder(db, requested.email)) === 'held'
      throw grouped({
        emails_form: { email: [isUnderReview ? messages.emailUnderReview : messages.paymentUnderWay] },
      })
    }
  }
}

function riskOf(
  { customer, card, device }: SubmittedSignUp,
  visitor: Visitor,
  visitorHash: Buffer | null,
): Risk {
  return {
    email: customer.email,
    address: visitor.ip,
    fingerprint: device.fingerprint,
    device: device.id,
    visitor: visitorHash?.toString('base64url') ?? '',
    lastFour: card.number.slice(-4),
    expiry: `${card.expiresMonth}/${card.expiresYear}`,
    cardCountry: card.billing.country,
    customerState: customer.state,
    isSignUp: true,
  }
}
