import type { FastifyInstance } from 'fastify'
import { accountPages } from '#contract/accounts/account-pages.ts'
import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import {
  balance,
  balanceOfLink,
  payByLink,
  payOpen as payOpenCall,
  payWithCardByLink,
  updateCard as updateCardCall,
} from '#contract/features/billing/calls.ts'
import { accountPage, accountRoute, admit, permissionFor } from '#server/accounts/signed-in.ts'
import { findInvoice, listInvoices } from '#server/billing/invoices/show-invoices.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { originOf } from '#server/identity/origin.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'
import { accountOfLink, showPay } from './pay-link.ts'
import { payOpen, payWithCard, showBalance } from './pay-open.ts'
import { isPhoneVisit } from './phone-visit.ts'
import { updateCard } from './update-card.ts'

/** `askedBy` of a payment made with an emailed link, without a session. */
const BY_LINK = 'pay-link'
const whilePaying = ['account', 'billing'] as const
const PDF_PATH = '/account/billing/bills/:number/bill.pdf'

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps

  accountPage(app, deps, 'billing', async ({ accountId, id }, { query }) => {
    const money = await showMoney(db, accountId, clock.now())
    return {
      money: only(money, 'card', 'open', 'reactivateBy'),
      bills: await listInvoices(db, accountId),
      countries: optionsOfCountries(config.salesCountries),
      isPhone: query.mr === '1' || (await isPhoneVisit(db, id)),
    }
  })
  accountPage(app, deps, 'bill', async ({ accountId }, { visitor }) => {
    const bill = await findInvoice(db, accountId, visitor.parts.number ?? '')
    return bill ? { bill } : refuse('not-found')
  })
  app.get(PDF_PATH, { config: { isPage: true } }, async (request, reply) => {
    const visitor = visitorOf(request, reply)
    const session = await admit(
      deps,
      visitor,
      permissionFor({ method: 'GET', path: PDF_PATH }),
      accountPages.bill.scopes,
    )
    if (isRefused(session)) return sendRefusal(reply, session)
    const bill = await findInvoice(db, session.accountId, visitor.parts.number ?? '')
    if (!bill) return sendRefusal(reply, refuse('not-found'))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `inline; filename="${bill.number}.pdf"`)
      .type('application/pdf')
      .send(await writeInvoicePdf(config, bill))
  })

  accountRoute(
    app,
    deps,
    updateCardCall,
    (form, session, visitor) => updateCard(deps, session, form, visitor),
    whilePaying,
  )
  accountRoute(
    app,
    deps,
    payOpenCall,
    (_, { accountId, agentId, origin }) => payOpen(deps, { accountId, askedBy: { agentId }, origin }),
    whilePaying,
  )
  accountRoute(app, deps, balance, (_, { accountId }) => showBalance(deps, accountId), whilePaying)

  page(app, deps, 'pay', ({ visitor }) => showPay(deps, visitor.parts.linkToken ?? ''), { isPersonal: true })
  route(app, payByLink, async (_, visitor) => {
    const accountId = await accountOfLink(deps, visitor.parts.linkToken ?? '')
    if (isRefused(accountId)) return accountId
    return payOpen(deps, { accountId, askedBy: BY_LINK, origin: originOf(visitor) })
  })
  route(app, payWithCardByLink, async (form, visitor) => {
    const accountId = await accountOfLink(deps, visitor.parts.linkToken ?? '')
    if (isRefused(accountId)) return accountId
    const payer = { accountId, askedBy: BY_LINK, origin: originOf(visitor) }
    return payWithCard(deps, payer, form, visitor)
  })
  route(app, balanceOfLink, async (_, { parts }) => {
    const accountId = await accountOfLink(deps, parts.linkToken ?? '')
    return isRefused(accountId) ? accountId : showBalance(deps, accountId)
  })
}
