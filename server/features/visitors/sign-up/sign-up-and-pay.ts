import * as messages from '#contract/billing/messages.ts'
import { linesOf, totalOf } from '#contract/catalogue/plan.ts'
import type { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { cardOfForm } from '#server/billing/cards/card-form.ts'
import { findAnswer, type Ordered, payOrder } from '#server/billing/orders/pay-order.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'
import { handVisitorToken, readVisitorHash } from '#server/identity/visitor-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Risk } from '#server/ports/fraud.ts'
import type { CardDetails } from '#server/ports/payments.ts'
import { customerOf, hashSecrets, quantitiesOfForm, type Submission } from './customer.ts'
import { deviceIn } from './device.ts'
import { type AskedOrder, findOwnOrder, isEmailHeld, refusalOfEmail, refuseForOrder } from './email-in-use.ts'
import { grouped, refusalOfOrder } from './order-rules.ts'

type Answer = AnswerOf<typeof submitSignUp>

/**
 * Refuses what the customer can correct, applies the fraud rules, then places the order: see billing/orders.
 */
export async function signUpAndPay(
  deps: Deps,
  form: Submission,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { db, clock, config, fraud } = deps
  const { email } = form
  const asked = { email, visitorHash: readVisitorHash(visitor, config), now: clock.now() }
  const order = { kind: 'sign-up' as const, key: form.idempotency_key, request: requestOf(form) }
  const former = await findAnswer(deps, { ...order, buyer: asked })
  if (former) return answerOf(deps, former, asked)

  const own = await findOwnOrder(db, asked)
  if (own) return refuseForOrder(own)
  const lines = linesOf(quantitiesOfForm(form), await pricesAt(db, clock.now()))
  const card = cardOf(form)
  const risk = riskOf(form, card, visitor, asked.visitorHash)
  const refused =
    refusalOfOrder(form, lines, { now: clock.now(), salesCountries: config.salesCountries }) ??
    (await refusalOfEmail(db, asked)) ??
    (await fraud.refusalOf(risk, clock.now()))
  if (refused) return refused
  const secrets = await hashSecrets(deps, form)
  if (isRefused(secrets)) return secrets

  const ordered = await payOrder(
    deps,
    {
      ...order,
      buyer: { email, visitorHash: handVisitorToken(visitor, config) },
      amountCents: totalOf(lines),
      subject: { customer: { ...customerOf(form), ...secrets }, lines },
      ip: visitor.ip,
    },
    { kind: 'typed', card, risk },
    // Another tab's order may have been paid while this one waited for it.
    (tx, besides) => refusalOfEmail(tx, { ...asked, now: clock.now(), besides }),
  )
  return isRefused(ordered) ? ordered : answerOf(deps, ordered, asked)
}

async function answerOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ordered: Ordered,
  asked: AskedOrder,
): Promise<Answer | Refused> {
  switch (ordered.kind) {
    case 'paid':
      return { data: { status: 'registered', pin: ordered.pin } }
    case 'confirming':
      return { data: { status: 'confirming' } }
    case 'held':
      return { data: { status: 'confirming', review: true } }
    case 'refused':
      return refuse('invalid-fields', { errors: ordered.errors })
    case 'other-order':
      return refuseForOrder(ordered.status === 'paid' ? 'registered' : ordered.status)
    case 'busy': {
      const own = await findOwnOrder(db, { ...asked, now: clock.now() })
      if (own) return refuseForOrder(own)
      const isHeld = await isEmailHeld(db, asked.email)
      return grouped({ emails_form: { email: [isHeld ? messages.emailHeld : messages.paymentUnderWay] } })
    }
  }
}

/** Identifies a repeated order: everything but the card and the device fingerprint. */
function requestOf(form: Submission) {
  const {
    number,
    cvv,
    holder,
    expiration_date_0,
    expiration_date_1,
    SEONPayload,
    idempotency_key,
    wizard,
    ...request
  } = form
  return Object.entries(request).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function cardOf(form: Submission): CardDetails {
  const same = form.same_billing_address
  return cardOfForm(form, {
    street: same ? form.address : form.street_address,
    city: same ? form.city : form.locality,
    region: same ? form.state : form.region,
    postalCode: same ? form.zip_code : form.postal_code,
  })
}

function riskOf(form: Submission, card: CardDetails, visitor: Visitor, visitorHash: Buffer | null): Risk {
  return {
    email: form.email,
    address: visitor.ip,
    fingerprint: form.SEONPayload,
    device: deviceIn(form.SEONPayload),
    visitor: visitorHash?.toString('base64url') ?? '',
    lastFour: card.number.slice(-4),
    expiry: `${card.expiresMonth}/${card.expiresYear}`,
    cardCountry: card.billing.country,
    customerState: form.state,
    isSignUp: true,
  }
}
