import type { FastifyInstance } from 'fastify'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import * as calls from '#contract/desk/account.ts'
import { type DeskAccount, type DeskAccountValues, kindsIn, type NextBill } from '#contract/desk/account.ts'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import type { Query } from '#contract/wire/query.ts'
import { seatsOf, seatsTaken } from '#server/accounts/seats.ts'
import { showPlan } from '#server/accounts/show-account.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { listInvoicesBefore } from '#server/billing/invoices/show-invoices.ts'
import { showMoney, showNextBill } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { findEmailVideoLink, listLinks } from '#server/features/account/connected-apps/queries.ts'
import { beforeCursor, NEWEST } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn, nameZone } from '../desk-moment.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'
import { type AccountFound, findAccount } from '../find-account.ts'
import { billTags, statusTag } from '../state-tags.ts'
import { documentRoutes, offersOfBills, showBill, showCreditNote } from './bills.ts'
import { listDeskCards } from './cards.ts'
import { addNote, listNewestNotes, strikeNote } from './notes.ts'
import { listOpenMatters } from './open-items.ts'
import { listDeskPeople, listDeskSessions } from './people.ts'
import { listTimeline } from './timeline.ts'

export function accountRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'account', ({ role }, { visitor, query }) =>
    showDeskAccount(deps, visitor.parts.number ?? '', query, role),
  )
  deskPage(app, deps, 'bill', ({ role }, { visitor: { parts } }) =>
    showBill(deps, { number: parts.number ?? '', bill: parts.bill ?? '' }, role),
  )
  deskPage(app, deps, 'credit-note', (_, { visitor: { parts } }) =>
    showCreditNote(deps, { number: parts.number ?? '', note: parts.note ?? '' }),
  )
  documentRoutes(app, deps)
  deskRoute(app, deps, calls.readTimeline, async ({ before, kinds }, _, { parts }) => {
    const account = await findAccount(deps.db, parts.number ?? '')
    if (!account) return refuse('not-found')
    return { data: await listTimeline(deps, account, { kinds: kindsIn(kinds), before }) }
  })
  deskRoute(app, deps, calls.addNote, (body, operator, { parts }) =>
    addNote(deps, parts.number ?? '', body, operator),
  )
  deskRoute(app, deps, calls.strikeNote, (body, operator, { parts }) =>
    strikeNote(deps, parts.number ?? '', body, operator),
  )
}

const BILLS = 12
const APPS = 50

/** Everything the desk shows of an account; the timeline begins at the query's cursor. */
async function showDeskAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  number: string,
  query: Query,
  role: OperatorRole,
): Promise<DeskAccountValues | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const found = await findAccount(db, number)
  if (!found) return refuse('not-found')
  const money = await showMoney(db, found.id, now)
  const people = await listDeskPeople(db, found, now)
  const cards = await listDeskCards(db, found, money, now)
  const bills = await listInvoicesBefore(db, found.id, { ...beforeCursor(NEWEST), limit: BILLS + 1 })
  const shownBills = bills.slice(0, BILLS)
  const offers = await offersOfBills(db, shownBills, { account: found, money, role })
  const request = { kinds: kindsIn(query.kinds), before: query.before }
  return {
    account: shownAccount(found),
    open: await listOpenMatters(db, found, money, { people, cards }, role, now),
    nextBill: await nextBillOf(db, found.id),
    noBill: whyNoBill(money),
    creditCents: await creditOf(db, found.id),
    cards,
    plan: {
      ...(await showPlan(deps, { accountId: found.id })),
      seats: { has: await seatsOf(db, found.id), taken: await seatsTaken(db, found.id) },
      planned: money.change
        ? `From ${formatDay(money.change.from)}: ${money.change.lines.map(({ quantity, label }) => `${quantity} ${label}`).join(', ')}, ${formatAmount(money.change.totalCents)} a month`
        : null,
    },
    people,
    sessions: await listDeskSessions(db, found, now),
    apps: await appsOf(deps, found, now),
    bills: {
      rows: shownBills.map((bill) => ({
        number: bill.number,
        issuedOn: bill.issuedOn,
        what: bill.what,
        totalCents: bill.totalCents,
        tag: billTags[bill.state],
        offers: offers.get(bill.number) ?? [],
      })),
      hasMore: bills.length > BILLS,
    },
    notes: await listNewestNotes(db, found, now),
    timeline: await listTimeline(deps, found, request),
  }
}

function shownAccount(found: AccountFound): DeskAccount {
  const { number, company, status, timeZone, phone, city, state, fraudMarkedAt, fraudReason } = found
  const { text, tone } = statusTag(status)
  return {
    number,
    company,
    status: text,
    tone,
    since: momentIn(timeZone, found.since),
    created: momentIn(timeZone, found.createdAt),
    timeZone: nameZone(timeZone),
    phone,
    place: [city, state].filter(Boolean).join(', '),
    fraud: fraudMarkedAt ? { since: momentIn(timeZone, fraudMarkedAt), reason: fraudReason ?? '' } : null,
  }
}

async function nextBillOf(db: Db, accountId: number): Promise<NextBill | null> {
  const bill = await showNextBill(db, accountId)
  if (!bill) return null
  return {
    on: bill.startsOn,
    cents: bill.total,
    creditCents: bill.credit,
    lines: bill.lines.map(({ label, quantity, unitPrice, amount }) => ({
      label,
      quantity,
      unitCents: unitPrice,
      cents: amount,
    })),
    note: bill.note,
  }
}

function whyNoBill({ open, cancellation, hasEnded }: MoneyValues): string {
  if (open) return 'The unpaid bill comes first. Once it is paid, the next charge is planned.'
  if (cancellation)
    return `Canceled: it runs through ${formatDay(cancellation.lastDay)}, without further charges.`
  return hasEnded ? 'The subscription has ended.' : 'No charge is planned.'
}

async function appsOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, timeZone }: AccountFound,
  now: Date,
): Promise<DeskAccountValues['apps']> {
  const links = await listLinks(
    db,
    { accountId: id, agentId: 0 },
    { ofEveryone: true, atMost: APPS + 1 },
    now,
  )
  const video = await findEmailVideoLink(db, id)
  const rows = [
    ...links.slice(0, APPS).map(({ clientId, agentId, name, by, since, lastUsed }) => ({
      key: `${clientId}:${agentId}`,
      name,
      by,
      since: momentIn(timeZone, since),
      lastUsed: lastUsed && momentIn(timeZone, lastUsed),
    })),
    ...(video
      ? [
          {
            key: 'email-video',
            name: config.emailVideo.name,
            by: 'Someone with the account number',
            since: momentIn(timeZone, video.linkedAt),
            lastUsed: null,
          },
        ]
      : []),
  ]
  return { rows, hasMore: links.length > APPS }
}
