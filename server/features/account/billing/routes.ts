import type { FastifyInstance } from 'fastify'
import { type AccountFile, accountFiles } from '#contract/accounts/account-files.ts'
import * as messages from '#contract/billing/messages.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import * as calls from '#contract/features/billing.ts'
import { balanceOfLink, payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { accountFile, accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import { lastDone } from '#server/accounts/was-just-done.ts'
import { showCardNews } from '#server/billing/cards/card-states.ts'
import { listCardCountries } from '#server/billing/cards/cards.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { findInvoice, listInvoices } from '#server/billing/invoices/show-invoices.ts'
import { findCreditNote, listCreditNotes, listCreditNotesOf } from '#server/billing/refunds/credit-notes.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { originOf, type Session } from '#server/identity/sessions.ts'
import { BY_PAY_LINK } from '#server/platform/audit.ts'
import { partOf } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { removeBackupCard, saveBackupCard, swapCards } from './backup-card.ts'
import { writeCreditNotePdf, writeInvoicePdf } from './invoice-pdf.ts'
import { accountOfLink, payOpen, payWithCard, showBalance, showPay, updateCard } from './pay-open.ts'

/** Per page: ten years of months, or fewer with mid-month bills. */
const BILLS_SHOWN = 120

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps

  accountPage(app, deps, 'billing', async ({ accountId, id }, { query }) => {
    const money = await showMoney(db, accountId, clock.now())
    const found = await listInvoices(db, accountId, { before: query.before ?? null, atMost: BILLS_SHOWN + 1 })
    const { rows: bills, last } = partOf(found, BILLS_SHOWN)
    return {
      news: await showCardNews(db, accountId, clock.now()),
      money: only(money, 'card', 'backup', 'open', 'reactivateBy'),
      bills,
      older: last ? `?before=${last.number}` : null,
      credit: sayCredit(await creditOf(db, accountId), money, config.provider),
      notes: query.before
        ? await listCreditNotesOf(
            db,
            accountId,
            bills.map(({ number }) => number),
          )
        : await listCreditNotes(db, accountId, BILLS_SHOWN),
      countries: await listCardCountries(deps, accountId),
      isPhone: query.mr === '1' || (await isPhoneVisit(db, id)),
      changed:
        query.saved === 'card'
          ? (((await lastDone(db, accountId, calls.cardChanges, clock.now())) ??
              null) as calls.CardChange | null)
          : null,
    }
  })
  accountPage(app, deps, 'bill', async ({ accountId }, { visitor }) => {
    const bill = await findInvoice(db, accountId, visitor.parts.number ?? '')
    if (!bill) return refuse('not-found')
    return { bill, notes: await listCreditNotesOf(db, accountId, [bill.number]) }
  })
  accountPage(app, deps, 'credit-note', async ({ accountId }, { visitor }) => {
    const note = await findCreditNote(db, accountId, visitor.parts.number ?? '')
    return note ? { note } : refuse('not-found')
  })
  pdf(app, deps, accountFiles.bill, async (accountId, number) => {
    const bill = await findInvoice(db, accountId, number)
    return bill && writeInvoicePdf(config, bill)
  })
  pdf(app, deps, accountFiles['credit-note'], async (accountId, number) => {
    const note = await findCreditNote(db, accountId, number)
    return note && writeCreditNotePdf(config, note)
  })

  accountRoute(
    app,
    deps,
    calls.updateCard,
    async (form, session, visitor) => refusalOfEnded(session) ?? updateCard(deps, session, form, visitor),
  )
  accountRoute(
    app,
    deps,
    calls.saveBackupCard,
    async (form, session, visitor) => refusalOfEnded(session) ?? saveBackupCard(deps, session, form, visitor),
  )
  accountRoute(
    app,
    deps,
    calls.removeBackupCard,
    async ({ card_id }, session) => refusalOfEnded(session) ?? removeBackupCard(deps, session, card_id),
  )
  accountRoute(
    app,
    deps,
    calls.swapCards,
    async ({ card_id }, session) => refusalOfEnded(session) ?? swapCards(deps, session, card_id),
  )
  accountRoute(app, deps, calls.payOpen, async ({ open_cents: shownCents, ...shown }, session) => {
    const { accountId, agentId, origin } = session
    const payer = { accountId, askedBy: { agentId }, origin, shownCents }
    return refusalOfEnded(session) ?? payOpen(deps, payer, shown)
  })
  accountRoute(app, deps, calls.balance, (_, { accountId }) => showBalance(deps, accountId))

  page(app, deps, 'pay', ({ visitor }) => showPay(deps, visitor.parts.linkToken ?? ''), { isPersonal: true })
  route(app, payByLink, async ({ open_cents: shownCents, ...shown }, visitor) => {
    const accountId = await accountOfLink(deps, visitor.parts.linkToken ?? '')
    if (isRefused(accountId)) return accountId
    return payOpen(deps, { accountId, askedBy: BY_PAY_LINK, origin: originOf(visitor), shownCents }, shown)
  })
  route(app, payWithCardByLink, async (form, visitor) => {
    const accountId = await accountOfLink(deps, visitor.parts.linkToken ?? '')
    if (isRefused(accountId)) return accountId
    const payer = {
      accountId,
      askedBy: BY_PAY_LINK,
      origin: originOf(visitor),
      shownCents: form.open_cents,
    }
    return payWithCard(deps, payer, form, visitor)
  })
  route(app, balanceOfLink, async (_, { parts }) => {
    const accountId = await accountOfLink(deps, parts.linkToken ?? '')
    return isRefused(accountId) ? accountId : showBalance(deps, accountId)
  })
}

/** A page may have been opened before the account ended: it is refused and reloads its values. */
function refusalOfEnded({ scope }: Session): Refused | undefined {
  return scope === 'reactivation' ? refuseOutdated(messages.accountHasEnded) : undefined
}

/** A document of the account as a PDF, found by its number within the account. */
function pdf(
  app: FastifyInstance,
  deps: Deps,
  file: AccountFile,
  write: (accountId: number, number: string) => Promise<Buffer | undefined>,
): void {
  accountFile(app, deps, file, async ({ accountId }, { visitor }) => {
    const number = visitor.parts.number ?? ''
    const content = await write(accountId, number)
    if (!content) return refuse('not-found')
    return { disposition: `inline; filename="${number}.pdf"`, type: 'application/pdf', content }
  })
}

/** What happens to an account's credit in its current state. Empty if there is none. */
export function sayCredit(
  cents: Cents,
  money: Pick<MoneyValues, 'open' | 'nextCharge' | 'cancellation' | 'hasEnded' | 'reactivateBy'>,
  { tollFreeNumber }: Pick<Provider, 'tollFreeNumber'>,
): string {
  return cents > 0 ? `You have a credit of ${formatAmount(cents)}. ${sayUse(money, tollFreeNumber)}` : ''
}

function sayUse(
  { open, nextCharge, cancellation, hasEnded, reactivateBy }: Parameters<typeof sayCredit>[1],
  tollFreeNumber: string,
): string {
  if (hasEnded)
    return reactivateBy
      ? 'If you reactivate your account, it is used first.'
      : `This account has ended, so no bill uses it. Call us at ${tollFreeNumber} about it.`
  if (cancellation)
    return 'Your subscription is canceled, so no bill follows. If you keep your account, or reactivate it later, it is used first.'
  if (open) return `Bill ${open.number} was made without it. The next bill uses it first.`
  if (!nextCharge) return 'Your next bill uses it first.'
  if (nextCharge.creditCents === 0)
    return 'Nothing has to be paid at present. The next bill that costs something uses it first.'
  return `Your bill of ${formatDay(nextCharge.on)} uses ${formatAmount(nextCharge.creditCents)} of it. What you add to your plan before then uses it first.`
}

/**
 * Whether this session was opened from the phone app in order to pay (`mr=1`): the page is then reduced to
 * that.
 */
async function isPhoneVisit(db: Db, sessionId: number): Promise<boolean> {
  const session = await db.maybe<{ isPhone: boolean }>(
    sql`select is_mobile_retry as "isPhone" from sessions where id = ${sessionId}`,
  )
  return session?.isPhone ?? false
}
