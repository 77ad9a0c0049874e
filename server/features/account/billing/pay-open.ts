import * as messages from '#contract/billing/messages.ts'
import type { balance, payOpen as payOpenCall } from '#contract/features/billing/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { CardForm } from '#server/billing/cards/card-form.ts'
import { findCard, type KeptCard } from '#server/billing/cards/cards.ts'
import { declineInWords } from '#server/billing/cards/decline-words.ts'
import { takeCard } from '#server/billing/cards/take-card.ts'
import { claimOpenPeriod } from '#server/billing/renewals/claim-periods.ts'
import { settlePeriodCharge } from '#server/billing/renewals/settle-period.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, nameOf } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { PaymentEnd } from '#server/ports/fraud.ts'
import type { ChargeOutcome, DeclineReason } from '#server/ports/payments.ts'
import { findOpen } from './queries.ts'

type Answer = AnswerOf<typeof payOpenCall>
/** Whose month it is, and who pays it: somebody in the account, or whoever has the link of a mail. */
export type Payer = { accountId: number; askedBy: Actor }
type Paid = { answer: Answer | Refused; end: PaymentEnd }
const triesByHand = { name: 'pay-open', tries: 10, windowMinutes: 60 }
const nothingOpen: Answer = { data: { status: 'nothing_open', number: '' } }

/**
 * Another card pays what is open, and only then takes the place of the one on file. With nothing to pay it is not even
 * looked at: whoever has the link of a mail can pay, and change nothing else.
 */
export async function payWithCard(
  deps: Deps,
  payer: Payer,
  form: CardForm,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { accountId } = payer
  const open = await findOpen(deps.db, accountId)
  if (!open) return nothingOpen
  if (open.state === 'charging') return confirming(open.number)
  const taken = await takeCard(deps, accountId, form, visitor)
  if (isRefused(taken)) return taken
  const { answer, end } = await pay(deps, payer, taken.card)
  await taken.payment.end(end)
  return answer
}

export async function payOpen(deps: Deps, payer: Payer): Promise<Answer | Refused> {
  const { accountId } = payer
  const throttled = await countTry(deps.db, triesByHand, String(accountId), deps.clock.now())
  if (throttled) return throttled
  const card = await findCard(deps.db, accountId)
  if (!card) return refuse('invalid-fields', { errors: messages.noCardOnFile })
  return (await pay(deps, payer, card)).answer
}

export async function showBalance(
  deps: Pick<Deps, 'db'>,
  accountId: number,
): Promise<AnswerOf<typeof balance>> {
  const open = await findOpen(deps.db, accountId)
  if (!open) return { data: { status: 'nothing_open', open_cents: 0 } }
  return { data: { status: open.state === 'charging' ? 'confirming' : 'open', open_cents: open.cents } }
}

/** The month itself is the key: it is claimed once, so a double click or a second tab cannot pay it twice. */
async function pay(deps: Deps, payer: Payer, card: KeptCard): Promise<Paid> {
  const { db, clock, config, payments } = deps
  const { accountId } = payer
  const askedBy = nameOf(payer.askedBy)
  const open = await findOpen(db, accountId)
  if (!open) return { answer: nothingOpen, end: 'unasked' }
  const { number } = open
  const now = clock.now()
  const settleAt = later(now, config.settleSeconds * SECOND)
  const claimed = await claimOpenPeriod(db, {
    gateway: payments.name,
    now,
    settleAt,
    accountId,
    card,
    askedBy,
  })
  if (!claimed) return { answer: confirming(number), end: 'unasked' }
  const outcome = await payments.charge({ ...claimed, isRenewal: false })
  const settled = await settlePeriodCharge(deps, claimed.key, outcome, { isByHand: true })
  const end = outcome.kind === 'paid' ? 'approved' : outcome.kind
  switch (settled) {
    case 'paid':
      return { answer: { data: { status: 'paid', number } }, end }
    case 'declined':
      return {
        answer: refuse('invalid-fields', { errors: { number: [declineInWords(reasonOf(outcome))] } }),
        end,
      }
    case 'returned':
      return { answer: refuse('invalid-fields', { errors: messages.paidAfterTheEnd }), end }
    case 'confirming':
    case 'released':
    case undefined:
      return { answer: confirming(number), end }
  }
}

/** What was settled as declined is what the bank has just said. */
function reasonOf(outcome: ChargeOutcome): DeclineReason {
  return outcome.kind === 'declined' ? outcome.reason : 'declined'
}

function confirming(number: string): Answer {
  return { data: { status: 'confirming', number } }
}
