import type { balance, payOpen as payOpenCall } from '#contract/calls/billing.ts'
import type { AnswerOf } from '#contract/calls/call.ts'
import * as messages from '#contract/messages.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { countTry } from '../../limits.ts'
import type { CardForm } from '../../money/card-form.ts'
import { findCard, type KeptCard, keepCard } from '../../money/cards.ts'
import { claimOpenPeriod } from '../../money/claim-periods.ts'
import { settlePeriodCharge } from '../../money/settle-period.ts'
import { takeCard } from '../../money/take-card.ts'
import { later, SECOND } from '../../ports/clock.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { postCardChanged } from './mails.ts'
import { findOpen } from './queries.ts'

type Answer = AnswerOf<typeof payOpenCall>
const triesByHand = { name: 'pay-open', tries: 10, windowMinutes: 60 }

/** Another card: it pays what is open and then takes the place of the one on file; with nothing open it just does. */
export async function updateCard(
  deps: Deps,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { db, clock, fraud } = deps
  const taken = await takeCard(deps, accountId, form, visitor)
  if (isRefused(taken)) return taken
  const paid = await pay(deps, accountId, taken.card)
  if (isRefused(paid)) {
    await fraud.noteDecline(taken.risk, clock.now())
    return paid
  }
  if (paid.data.status !== 'nothing_open') return paid
  const now = clock.now()
  await db.transaction(async (tx) => {
    await keepCard(tx, accountId, taken.card, now)
    await postCardChanged(tx, { ...deps, now }, accountId, taken.card)
  })
  return { data: { status: 'saved', number: '' } }
}

export async function payOpen(deps: Deps, accountId: number): Promise<Answer | Refused> {
  const throttled = await countTry(deps.db, triesByHand, String(accountId), deps.clock.now())
  if (throttled) return throttled
  const card = await findCard(deps.db, accountId)
  return card ? pay(deps, accountId, card) : refuse('invalid-fields', { errors: messages.noCardOnFile })
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
async function pay(deps: Deps, accountId: number, card: KeptCard): Promise<Answer | Refused> {
  const { db, clock, config, payments } = deps
  const open = await findOpen(db, accountId)
  if (!open) return { data: { status: 'nothing_open', number: '' } }
  const { number } = open
  const now = clock.now()
  const settleAt = later(now, config.settleSeconds * SECOND)
  const claimed = await claimOpenPeriod(db, { gateway: payments.name, now, settleAt, accountId, card })
  if (!claimed) return { data: { status: 'confirming', number } }
  const outcome = await payments.charge({ ...claimed, isRenewal: false })
  const settled = await settlePeriodCharge(deps, claimed.key, outcome, { isByHand: true })
  switch (settled) {
    case 'paid':
      return { data: { status: 'paid', number } }
    case 'declined':
      return refuse('invalid-fields', { errors: { number: [messages.cardDeclined] } })
    case 'returned':
      return refuse('invalid-fields', { errors: messages.paidAfterTheEnd })
    case 'confirming':
    case 'released':
    case undefined:
      return { data: { status: 'confirming', number } }
  }
}
