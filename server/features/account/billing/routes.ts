import type { FastifyInstance } from 'fastify'
import { type AccountFile, accountFiles } from '#contract/accounts/account-files.ts'
import * as messages from '#contract/billing/messages.ts'
import { balance, payOpen as payOpenCall, updateCard as updateCardCall } from '#contract/features/billing.ts'
import { balanceOfLink, payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import { accountFile, accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import { wasJustDone } from '#server/accounts/was-just-done.ts'
import { BY_PAY_LINK, listCardCountries } from '#server/billing/cards/cards.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { findInvoice, listInvoices } from '#server/billing/invoices/show-invoices.ts'
import { findCreditNote, listCreditNotes, listCreditNotesOf } from '#server/billing/refunds/credit-notes.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { originOf, type Session } from '#server/identity/sessions.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { writeCreditNotePdf } from './credit-note-pdf.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'
import { accountOfLink, showPay } from './pay-link.ts'
import { payOpen, payWithCard, showBalance } from './pay-open.ts'
import { isPhoneVisit } from './phone-visit.ts'
import { sayCredit } from './say-credit.ts'
import { updateCard } from './update-card.ts'

/** On one page: ten years of months, or fewer with what was added in between. */
const BILLS_SHOWN = 120

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps

  accountPage(app, deps, 'billing', async ({ accountId, id }, { query }) => {
    const money = await showMoney(db, accountId, clock.now())
    const found = await listInvoices(db, accountId, { before: query.before ?? null, atMost: BILLS_SHOWN + 1 })
    const bills = found.slice(0, BILLS_SHOWN)
    const last = found.length > BILLS_SHOWN ? bills.at(-1) : undefined
    return {
      money: only(money, 'card', 'open', 'reactivateBy'),
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
      hasNewCard: query.saved === 'card' && (await wasJustDone(db, accountId, ['card-changed'], clock.now())),
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
    updateCardCall,
    async (form, session, visitor) => refusalOfEnded(session) ?? updateCard(deps, session, form, visitor),
  )
  accountRoute(app, deps, payOpenCall, async ({ open_cents: shownCents }, session) => {
    const { accountId, agentId, origin } = session
    return refusalOfEnded(session) ?? payOpen(deps, { accountId, askedBy: { agentId }, origin, shownCents })
  })
  accountRoute(app, deps, balance, (_, { accountId }) => showBalance(deps, accountId))

  page(app, deps, 'pay', ({ visitor }) => showPay(deps, visitor.parts.linkToken ?? ''), { isPersonal: true })
  route(app, payByLink, async ({ open_cents: shownCents }, visitor) => {
    const accountId = await accountOfLink(deps, visitor.parts.linkToken ?? '')
    if (isRefused(accountId)) return accountId
    return payOpen(deps, { accountId, askedBy: BY_PAY_LINK, origin: originOf(visitor), shownCents })
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

/** A page may have been opened before the account ended: it is told so, and reads its values again. */
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
