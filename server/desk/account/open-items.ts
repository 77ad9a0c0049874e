import type { MoneyValues } from '#contract/billing/values.ts'
import { dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskCard, DeskPerson, OpenMatter } from '#contract/desk/account.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk, type OperatorRole } from '#contract/desk/desk-roles.ts'
import { type Action, permissionOf } from '#contract/desk/help.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { listWaitingOf, whichOperator } from '#server/billing/approvals/approvals.ts'
import { findPlan } from '#server/billing/renewals/plans-for-operators.ts'
import { findOpenHandOver } from '#server/features/account/people/hand-overs.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { momentIn } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { disputePath, helpPath, moneyPath, queuePath } from '../links.ts'
import { cardMatters } from './cards.ts'
import {
  failedRefunds,
  type Links,
  type Matter,
  matter,
  refundDifferences,
  unansweredCharges,
  unansweredRefunds,
  waitingRefunds,
} from './unanswered-items.ts'

/** Everything waiting: for the customer, for us, for the bank or for a date. Most urgent first. */
export async function listOpenMatters(
  db: Db,
  account: AccountFound,
  money: MoneyValues,
  { people, cards }: { people: readonly DeskPerson[]; cards: readonly DeskCard[] },
  role: OperatorRole,
  now: Date,
): Promise<OpenMatter[]> {
  const { number } = account
  const helps = (text: string, action: Action, person?: number | 'contact'): Links =>
    mayAtDesk(role, permissionOf(action)) ? [{ text, href: helpPath(number, action, person) }] : []
  const matters = [
    ...closedFor(account, role),
    ...unpaid(money, await findPlan(db, account.id, now), [
      ...helps('Send a pay link', 'pay-link'),
      ...(money.open && mayAtDesk(role, 'money')
        ? [{ text: 'Waive', href: moneyPath(number, money.open.number) }]
        : []),
    ]),
    ...(await waitingApprovals(db, account, now)),
    ...(await openDisputes(db, account.id)),
    ...(await unansweredCharges(db, account, now)),
    ...(await unansweredRefunds(db, account)),
    ...(await failedRefunds(db, account, role)),
    ...(await waitingRefunds(db, account, role)),
    ...(await refundDifferences(db, account)),
    ...setUpOf(account),
    ...people.flatMap((person) => [
      ...(person.bounced
        ? [
            matter(
              'bad',
              `Emails to ${person.email} bounce`,
              `Since ${person.bounced.text}`,
              helps('It works again', 'email-works', person.id),
            ),
          ]
        : []),
      ...(person.recovery
        ? [
            matter(
              'warn',
              `The second factor of ${person.name} is removed on ${person.recovery.text}`,
              'Unless they cancel it by the link in their email',
            ),
          ]
        : []),
    ]),
    ...(account.contactBouncedAt
      ? [
          matter(
            'warn',
            `Emails to the billing contact ${account.contact} bounce`,
            `Since ${momentIn(account.timeZone, account.contactBouncedAt).text}`,
            helps('It works again', 'email-works', 'contact'),
          ),
        ]
      : []),
    ...(await handOvers(db, account, people, helps('Withdraw', 'withdraw-hand-over'), now)),
    ...leaving(money, {
      undo: helps('Undo', 'undo-cancel'),
      endHold: money.hold?.canEnd ? helps('End the hold', 'end-hold') : [],
    }),
    ...cardMatters(cards, money),
  ]
  return matters.map((one, index) => ({ key: String(index), ...one }))
}

function closedFor(account: AccountFound, role: OperatorRole): Matter[] {
  const { number, fraudMarkedAt, fraudReason, timeZone } = account
  if (!fraudMarkedAt) return []
  const since = `Since ${momentIn(timeZone, fraudMarkedAt).text}`
  const more = [fraudReason ?? '', since].filter(Boolean).join(' · ')
  const { path, permission } = deskPages.access
  const links = mayAtDesk(role, permission) ? [{ text: 'Access', href: fillPath(path, { number }) }] : []
  return [matter('bad', 'Closed for fraud', more, links)]
}

function unpaid({ open }: MoneyValues, plan: Awaited<ReturnType<typeof findPlan>>, links: Links): Matter[] {
  if (!open) return []
  const bill = `Bill ${open.number} of ${formatAmount(open.cents)}`
  if (open.isConfirming) return [matter('warn', `${bill} is being paid`, 'The bank has not answered yet')]
  const more = [
    open.pausedSince && `paused since ${open.pausedSince}`,
    ...(plan?.says ?? []),
    plan?.hasTry && open.endsAt && `the account ends on ${open.endsAt}`,
  ]
  const says = more.filter(Boolean).join(' · ')
  const tone = open.pausedSince ? 'bad' : 'warn'
  return [matter(tone, `${bill} is unpaid`, says.charAt(0).toUpperCase() + says.slice(1), links)]
}

async function openDisputes(db: Db, accountId: number): Promise<Matter[]> {
  const rows = await db.many<{
    reference: string
    cents: number
    reason: string
    replyBy: string | null
  }>(sql`
    select reference, amount_cents as cents, reason, reply_by as "replyBy" from disputes
    where account_id = ${accountId} and state = 'opened'
    order by coalesce(reply_by, 'infinity'::date), id limit 20`)
  return rows.map(({ reference, cents, reason, replyBy }) =>
    matter(
      'bad',
      `Dispute of ${formatAmount(cents)}${replyBy ? `, evidence is due by ${formatDay(replyBy)}` : ''}`,
      reason,
      [{ text: 'See the dispute', href: disputePath(reference) }],
    ),
  )
}

async function waitingApprovals(db: Db, { id, timeZone }: AccountFound, now: Date): Promise<Matter[]> {
  const waiting = await listWaitingOf(db, id, now)
  return waiting.map((request) =>
    matter(
      'warn',
      `${request.preview.says} is waiting for a second operator`,
      `Asked by ${whichOperator(request.askedBy)}, until ${momentIn(timeZone, request.expiresAt).text}`,
      [{ text: 'Open the request', href: `${deskPages.approvals.path}?request=${request.id}` }],
    ),
  )
}

function setUpOf({ setUp, setUpSince, setUpError, timeZone }: AccountFound): Matter[] {
  const since = setUpSince ? `Since ${momentIn(timeZone, setUpSince).text}` : ''
  if (setUp === 'dead')
    return [
      matter(
        'bad',
        'The account set-up failed permanently',
        [setUpError ?? '', since].filter(Boolean).join(' · '),
        [{ text: 'See set-ups that failed', href: queuePath('set-ups') }],
      ),
    ]
  return setUp === 'running' ? [matter('warn', 'The account is being set up', since)] : []
}

async function handOvers(
  db: Db,
  { id, timeZone }: AccountFound,
  people: readonly DeskPerson[],
  links: Links,
  now: Date,
): Promise<Matter[]> {
  const open = await findOpenHandOver(db, id, now)
  if (!open) return []
  const nameOf = (agentId: number) => people.find((person) => person.id === agentId)?.name ?? 'someone'
  const missing = [
    ...(open.formerAgreedAt ? [] : [nameOf(open.formerId)]),
    ...(open.nextAgreedAt ? [] : [nameOf(open.nextId)]),
  ]
  return [
    matter(
      'warn',
      `Hand-over to ${nameOf(open.nextId)} is waiting for ${missing.join(' and ')}`,
      `Until ${momentIn(timeZone, open.expiresAt).text}`,
      links,
    ),
  ]
}

function leaving(
  { hold, cancellation, reactivateBy }: MoneyValues,
  links: { undo: Links; endHold: Links },
): Matter[] {
  return [
    ...(cancellation
      ? [
          matter(
            'warn',
            `Canceled, runs through ${formatDay(cancellation.lastDay)}`,
            `Reference ${cancellation.reference}`,
            links.undo,
          ),
        ]
      : []),
    ...(hold
      ? [
          matter(
            'warn',
            `${hold.hasBegun ? 'On hold' : `On hold from ${formatDay(hold.from)}`} through ${formatDay(dayBefore(hold.until))}`,
            '',
            links.endHold,
          ),
        ]
      : []),
    ...(reactivateBy
      ? [matter('warn', `Ended. The owner can reactivate it through ${formatDay(reactivateBy)}`)]
      : []),
  ]
}
