import * as messages from '#contract/billing/messages.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { balance, payOpen as payOpenCall } from '#contract/features/billing.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { CardForm } from '#server/billing/cards/card-form.ts'
import { findCard } from '#server/billing/cards/cards.ts'
import { typedCardOf } from '#server/billing/cards/take-card.ts'
import {
  type BalancePaid,
  findOpenBalance,
  isOtherAmount,
  type Payer,
  payOpenBalance,
  type ShownCard,
  withNothingOpen,
} from '#server/billing/orders/open-balance.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'

type Answer = AnswerOf<typeof payOpenCall>

/**
 * Pays the open balance with a new card, which replaces the card on file only if the payment succeeds. With
 * nothing open the card is ignored: an emailed link allows paying and nothing else.
 */
export async function payWithCard(
  deps: Deps,
  payer: Payer,
  form: CardForm,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const open = await findOpenBalance(deps.db, payer.accountId)
  if (!open) return answerOf(await withNothingOpen(deps, payer, shownIn(form)))
  if (isOtherAmount(open, payer)) return answerOf({ kind: 'other-amount', ...open })
  if (open.isCharging) return answerOf({ kind: 'confirming', number: open.number })
  const card = await typedCardOf(deps, payer.accountId, form, visitor)
  return isRefused(card) ? card : answerOf(await payOpenBalance(deps, payer, card))
}

function shownIn({ number, expiration_date_0, expiration_date_1 }: CardForm): ShownCard {
  const [expiresMonth, expiresYear] = [Number(expiration_date_0), Number(expiration_date_1)]
  return { lastFour: number.slice(-4), expiresMonth, expiresYear }
}

export async function payOpen(deps: Deps, payer: Payer): Promise<Answer | Refused> {
  const { accountId } = payer
  const card = await findCard(deps.db, accountId)
  if (!card) return refuse('invalid-fields', { errors: messages.noCardOnFile })
  return answerOf(await payOpenBalance(deps, payer, { kind: 'on-file', card }))
}

export async function showBalance(
  deps: Pick<Deps, 'db'>,
  accountId: number,
): Promise<AnswerOf<typeof balance>> {
  const open = await findOpenBalance(deps.db, accountId)
  if (open)
    return {
      data: { status: open.isCharging ? 'confirming' : 'open', open_cents: open.cents, has_ended: false },
    }
  const running = await deps.db.maybe(
    sql`select 1 from subscriptions where account_id = ${accountId} and ended_at is null`,
  )
  return { data: { status: 'nothing_open', open_cents: 0, has_ended: running === undefined } }
}

function answerOf(paid: BalancePaid): Answer | Refused {
  switch (paid.kind) {
    case 'paid':
    case 'confirming':
      return { data: { status: paid.kind, number: paid.number } }
    case 'nothing-open':
      return { data: { status: 'nothing_open', number: '' } }
    case 'other-amount':
      return refuseOutdated(
        paid.isCharging
          ? messages.paymentOfAccountUnderWay
          : messages.otherOpenAmount(formatAmount(paid.cents)),
      )
    case 'refused':
      return refuse('invalid-fields', { errors: paid.errors })
    case 'throttled':
      return paid.refused
  }
}
