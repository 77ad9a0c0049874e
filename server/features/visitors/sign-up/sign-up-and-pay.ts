import { setTimeout as pause } from 'node:timers/promises'
import * as messages from '#contract/billing/messages.ts'
import { linesOf, totalOf } from '#contract/catalogue/plan.ts'
import type { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { cardOfForm } from '#server/billing/cards/card-form.ts'
import { declineInWords } from '#server/billing/cards/decline-words.ts'
import { type CountedVaulting, vaultCard } from '#server/billing/cards/vault-card.ts'
import { digestOf, isDigestOf } from '#server/billing/orders/body-digest.ts'
import { noteCharge } from '#server/billing/orders/charges.ts'
import { closeOrder } from '#server/billing/orders/orders.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'
import { handVisitorToken, readVisitorHash } from '#server/identity/visitor-cookie.ts'
import { violated } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { Risk } from '#server/ports/fraud.ts'
import type { CardDetails } from '#server/ports/payments.ts'
import { customerOf, quantitiesOfForm, type Submission } from './customer.ts'
import { type Finished, finishOrder, type PlacedOrder } from './finish-order.ts'
import { hashSecrets } from './hash-secrets.ts'
import { settleOrder } from './jobs.ts'
import { grouped, refusalOfOrder } from './order-rules.ts'
import { findOrder, insertOrder, type Order } from './orders.ts'
import { findOwnOrder, refuseForOrder, standingOf } from './own-order.ts'
import { refusalOfEmail } from './refusal-of-email.ts'

type Answer = AnswerOf<typeof submitSignUp>
/** How long a second submit waits for the first one's answer before it is told to ask again. */
const WAIT_FOR_ANSWER_MS = 20 * SECOND

/**
 * Refuse what can be mended, ask the fraud rules, write the intent, then ask the gateway with no transaction open,
 * then write what came of it. A kill anywhere leaves an order that the settling job can finish.
 */
export async function signUpAndPay(
  deps: Deps,
  form: Submission,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { db, clock, config, fraud } = deps
  const former = await findOrder(db, form.idempotency_key)
  if (former) return answerFormer(deps, former, form)

  const asked = { email: form.email, visitorHash: readVisitorHash(visitor, config), now: clock.now() }
  const own = await findOwnOrder(db, asked)
  if (own) return refuseForOrder(own)
  const lines = linesOf(quantitiesOfForm(form), await pricesAt(db, clock.now()))
  const risk = riskOf(form, visitor, asked.visitorHash)
  const refused =
    refusalOfOrder(form, lines, { now: clock.now(), salesCountries: config.salesCountries }) ??
    (await refusalOfEmail(db, asked)) ??
    (await fraud.refusalOf(risk, clock.now()))
  if (refused) return refused
  const secrets = await hashSecrets(deps, form)
  if (isRefused(secrets)) return secrets

  const customer = { ...customerOf(form), ...secrets }
  const key = form.idempotency_key
  const bodyDigest = digestOf(comparedOf(form), config.secrets)
  const visitorHash = handVisitorToken(visitor, config)
  const order = { key, bodyDigest, lines, amountCents: totalOf(lines), customer, visitorHash }
  const placed = await placeOrder(deps, order, visitor)
  if (isRefused(placed)) return placed
  // Somebody placed it while we hashed: a double click, or another tab with the same key.
  if (placed === 'taken') return answerFormer(deps, await existing(deps, key), form)

  const finished = await payOrder(deps, { ...placed, key, customer }, order.amountCents, cardOf(form), risk)
  return finished ? answerOf(finished) : answerFormer(deps, await existing(deps, key), form)
}

async function placeOrder(
  deps: Deps,
  order: Omit<Parameters<typeof insertOrder>[1], 'termsVersion' | 'address'>,
  visitor: Visitor,
): Promise<{ id: number } | Refused | 'taken'> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const { email } = order.customer
  const visitorHash = readVisitorHash(visitor, config)
  try {
    return await db.transaction(async (tx) => {
      const placed = await insertOrder(
        tx,
        { ...order, termsVersion: config.termsVersion, address: visitor.address },
        now,
      )
      // Looked at again behind the insert: another tab's order may have been paid while this one waited for it.
      const taken = await refusalOfEmail(tx, { email, visitorHash, now, besides: placed.id })
      if (taken) throw taken
      await jobs.send(tx, settleOrder, { key: order.key }, later(now, config.settleSeconds * SECOND))
      return placed
    })
  } catch (error) {
    if (isRefused(error)) return error
    if (violated(error, 'one_order_per_key')) return 'taken'
    if (!violated(error, 'one_open_order_per_email')) throw error
    const own = await findOwnOrder(db, { email, visitorHash, now })
    return own ? refuseForOrder(own) : grouped({ emails_form: { email: [messages.paymentUnderWay] } })
  }
}

async function payOrder(
  deps: Deps,
  order: PlacedOrder,
  amountCents: number,
  card: CardDetails,
  risk: Risk,
): Promise<Finished | undefined> {
  const { db, clock, payments } = deps
  const vaulted = await vaultCard(deps, card, risk)
  if (vaulted.kind !== 'kept') return releaseOrder(deps, order, vaulted)
  const noted = {
    key: order.key,
    orderId: order.id,
    gateway: payments.name,
    card: vaulted.card,
    holder: card.holder,
    amountCents,
  }
  if (!(await noteCharge(db, noted, clock.now()))) {
    await vaulted.payment.end('unasked')
    return undefined
  }
  const outcome = await payments.charge({
    key: order.key,
    token: vaulted.card.token,
    amount: amountCents,
    isRenewal: false,
  })
  const finished = await finishOrder(deps, order, outcome)
  await vaulted.payment.end(outcome.kind === 'paid' ? 'approved' : outcome.kind)
  return finished
}

/** Nothing was charged: the card was not even kept. */
async function releaseOrder(
  { db, clock }: Deps,
  order: PlacedOrder,
  vaulted: Exclude<CountedVaulting, { kind: 'kept' }>,
): Promise<Finished> {
  const errors = errorsOf(vaulted)
  await db.transaction((tx) => closeOrder(tx, order.id, 'refused', clock.now(), errors))
  return { kind: 'refused', refused: refuse('invalid-fields', { errors }) }
}

function errorsOf(vaulted: Exclude<CountedVaulting, { kind: 'kept' }>) {
  switch (vaulted.kind) {
    case 'declined':
      return { payment_form: { number: [declineInWords(vaulted.reason)] } }
    case 'unknown':
      return messages.gatewayAway
    case 'refused':
      return vaulted.refused.errors ?? messages.paymentRefused
  }
}

/** The same key with the same body answers the same; while the first is under way, its answer is waited for. */
async function answerFormer(deps: Deps, former: Order, form: Submission): Promise<Answer | Refused> {
  // Under a key of another kind nothing was ever ordered here.
  if (former.kind !== 'sign-up') return refuseForOrder('refused')
  if (!isDigestOf(former.bodyDigest, comparedOf(form), deps.config.secrets)) {
    return refuseForOrder(standingOf(former.state))
  }
  const deadline = Date.now() + WAIT_FOR_ANSWER_MS
  let order = former
  while (order.state === 'intent' && Date.now() < deadline) {
    await pause(150)
    order = await existing(deps, former.key)
  }
  switch (order.state) {
    case 'paid':
      return { data: { status: 'registered', pin: order.pin ?? '' } }
    case 'intent':
    case 'unknown':
      return { data: { status: 'confirming' } }
    case 'declined':
    case 'refused':
    case 'voided':
      return refuse('invalid-fields', {
        errors: order.refusal ? JSON.parse(order.refusal) : messages.notCharged,
      })
  }
}

async function existing({ db }: Deps, key: string): Promise<Order> {
  const order = await findOrder(db, key)
  if (!order) throw new Error('An order has vanished')
  return order
}

function answerOf(finished: Finished): Answer | Refused {
  switch (finished.kind) {
    case 'registered':
      return { data: { status: 'registered', pin: finished.pin } }
    case 'confirming':
      return { data: { status: 'confirming' } }
    case 'refused':
      return finished.refused
  }
}

/** What makes it the same order: all but the card and the fingerprint. */
function comparedOf(form: Submission) {
  const {
    number,
    cvv,
    holder,
    expiration_date_0,
    expiration_date_1,
    SEONPayload,
    idempotency_key,
    ...compared
  } = form
  return Object.entries(compared).toSorted(([one], [other]) => (one < other ? -1 : 1))
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

function riskOf(form: Submission, visitor: Visitor, visitorHash: Buffer | null): Risk {
  const card = cardOf(form)
  return {
    email: form.email,
    address: visitor.address,
    fingerprint: form.SEONPayload,
    visitor: visitorHash?.toString('base64url') ?? '',
    lastFour: card.number.slice(-4),
    expiry: `${card.expiresMonth}/${card.expiresYear}`,
    cardCountry: card.billing.country,
    customerState: form.state,
    isSignUp: true,
  }
}
