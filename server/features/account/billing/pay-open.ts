import * as messages from '#contract/billing/messages.ts'
import type { CardNews, CardOnFile, OpenInvoice, PayableCard } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type {
  balance,
  payOpen as payOpenCall,
  updateCard as updateCardCall,
} from '#contract/features/billing.ts'
import type { PageValues } from '#contract/page-values.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { CardForm } from '#server/billing/cards/card-form.ts'
import { cardChangedMail } from '#server/billing/cards/card-mails.ts'
import { showCardNews } from '#server/billing/cards/card-states.ts'
import {
  findCard,
  findShownCard,
  listCardCountries,
  noteCardChanged,
  putCardOnFile,
} from '#server/billing/cards/cards.ts'
import { takeVerifiedCard, typedCardOf } from '#server/billing/cards/take-card.ts'
import {
  type BalancePaid,
  findOpenBalance,
  isOtherAmount,
  type Payer,
  payOpenBalance,
  type ShownCard,
  withNothingOpen,
} from '#server/billing/orders/open-balance.ts'
import { replanTries } from '#server/billing/renewals/plan-tries.ts'
import { withoutReason } from '#server/billing/renewals/say-next.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { findLink } from '#server/identity/links.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { txOf } from '#server/platform/transaction.ts'

type Answer = AnswerOf<typeof payOpenCall>

/**
 * Pays the open balance with a new card, which replaces the card on file only if the payment succeeds. With
 * nothing due the card is ignored: a mailed link allows paying and nothing else.
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

/** Pays with the card on file that was named, or with the first one. If the backup pays, it stays the backup. */
export async function payOpen(
  deps: Deps,
  payer: Payer,
  { card_id }: Pick<ParsedBodyOf<typeof payOpenCall>, 'card_id'>,
): Promise<Answer | Refused> {
  const card =
    card_id === undefined
      ? await findCard(deps.db, payer.accountId)
      : await findShownCard(deps.db, payer.accountId, card_id)
  if (!card)
    return card_id === undefined
      ? refuse('invalid-fields', { errors: messages.noCardOnFile })
      : refuseOutdated(messages.cardsHaveChanged)
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
    case 'not-sent':
      return paid.refused
  }
}

/**
 * The account that an emailed payment link may pay for. Opening the link, or paying with it, does not sign
 * anyone in.
 */
export async function accountOfLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
): Promise<number | Refused> {
  const link = await findLink(db, 'pay', linkToken, clock.now())
  return link?.accountId ?? refuse('pay-link-invalid')
}

export async function showPay(deps: Deps, linkToken: string): Promise<PageValues['pay']> {
  const { db, clock } = deps
  const accountId = await accountOfLink(deps, linkToken)
  if (typeof accountId !== 'number') return { linkToken, due: null, countries: [] }
  const { company, pin } = await db.one<{ company: string; pin: string }>(
    sql`select company, pin from accounts where id = ${accountId}`,
  )
  const { open, card, backup } = await showMoney(db, accountId, clock.now())
  // With nothing to pay there is no card form, and the link must not reveal the card on file.
  if (!open) return { linkToken, due: { company, pin, open, card: null, backup: null }, countries: [] }
  const news = await showCardNews(db, accountId, clock.now())
  const payable = {
    card: card && payableOf(card, news.first),
    backup: backup && payableOf(backup, news.backup),
  }
  const shown = {
    ...open,
    sayRefused: sayRefusedByLink(open, news.first),
    sayNextTry: withoutReason(open.sayNextTry),
  }
  const countries = await listCardCountries(deps, accountId)
  return { linkToken, due: { company, pin, open: shown, ...payable }, countries }
}

/** What the bank said is for people of the account. */
function sayRefusedByLink({ sayRefused, isConfirming }: OpenInvoice, first: CardNews | null): string {
  if (sayRefused) return messages.cardNotAccepted
  return first?.freeFrom && !isConfirming ? messages.cardNotAcceptedUntil(first.freeFrom) : ''
}

/** Offered if it can be charged now. */
function payableOf({ id, brand, lastFour, refused }: CardOnFile, news: CardNews | null): PayableCard {
  return { id, brand, lastFour, isRefused: refused !== '' || Boolean(news?.freeFrom) }
}

type Updated = AnswerOf<typeof updateCardCall>

/**
 * The owner's new card pays the open balance and then goes on file. With nothing due (any more: another tab
 * may have paid meanwhile) the bank verifies it first, so that a declined card never replaces a good one.
 */
export async function updateCard(
  deps: Deps,
  session: Session,
  form: ParsedBodyOf<typeof updateCardCall>,
  visitor: Visitor,
): Promise<Updated | Refused> {
  const { accountId, agentId, origin } = session
  const enteredAt = deps.clock.now()
  const payer = { accountId, askedBy: { agentId }, origin, shownCents: form.open_cents }
  const paid = await payWithCard(deps, payer, form, visitor)
  if (isRefused(paid) || paid.data.status !== 'nothing_open') return paid
  const card = await takeVerifiedCard(deps, accountId, form, visitor)
  if (isRefused(card)) return card
  const now = deps.clock.now()
  const isKept = await deps.db.transaction(async (tx) => {
    const put = await putCardOnFile(tx, accountId, card, now, { by: { agentId }, at: enteredAt })
    if (!put) return false
    await requireOpenSession(tx, session)
    await replanTries(tx, accountId, now, { isKept: true })
    await noteCardChanged(tx, { actor: { agentId }, origin }, accountId, card, now)
    await mailOwner(txOf(tx, { ...deps, now }), accountId, cardChangedMail, card, put)
    return true
  })
  if (!isKept) return refuseRole('billing')
  return { data: { status: 'saved', number: '' } }
}
