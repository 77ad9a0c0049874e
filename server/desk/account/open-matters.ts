import type { MoneyValues } from '#contract/billing/values.ts'
import { dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPerson, OpenMatter } from '#contract/desk/account/values.ts'
import { mayAtDesk, type OperatorRole } from '#contract/desk/desk-roles.ts'
import type { Deed } from '#contract/desk/help/deeds.ts'
import { findOpenHandOver } from '#server/features/account/people/hand-overs.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { momentIn } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { disputePath, helpPath, queuePath } from './links.ts'

/** What waits: for the customer, for us, for the bank or for a date. The most urgent first. */
export async function listOpenMatters(
  db: Db,
  account: AccountFound,
  money: MoneyValues,
  people: readonly DeskPerson[],
  role: OperatorRole,
  now: Date,
): Promise<OpenMatter[]> {
  const { number } = account
  const helps = (text: string, deed: Deed, personId?: number): OpenMatter['link'] =>
    mayAtDesk(role, 'help') ? { text, href: helpPath(number, deed, personId) } : null
  const matters = [
    ...closedFor(account),
    ...unpaid(money, helps('Send a pay link', 'pay-link')),
    ...(await openDisputes(db, account.id)),
    ...(await unanswered(db, account)),
    ...setUpOf(account),
    ...people.flatMap((person) => [
      ...(person.bounced
        ? [
            matter(
              'bad',
              `Emails to ${person.email} come back`,
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
            `Emails to the billing contact ${account.contact} come back`,
            `Since ${momentIn(account.timeZone, account.contactBouncedAt).text}`,
          ),
        ]
      : []),
    ...(await handOvers(db, account, people, helps('Withdraw', 'withdraw-hand-over'), now)),
    ...leaving(money),
    ...(money.card?.expiresTooSoon
      ? [matter('warn', `The card expires in ${money.card.expires}, before the next charge`)]
      : []),
  ]
  return matters.map((one, place) => ({ key: String(place), ...one }))
}

type Matter = Omit<OpenMatter, 'key'>

function matter(tone: OpenMatter['tone'], text: string, more = '', link: OpenMatter['link'] = null): Matter {
  return { tone, text, more, link }
}

function closedFor({ fraudMarkedAt, fraudReason, timeZone }: AccountFound): Matter[] {
  if (!fraudMarkedAt) return []
  const since = `Since ${momentIn(timeZone, fraudMarkedAt).text}`
  return [matter('bad', 'Closed for fraud', [fraudReason ?? '', since].filter(Boolean).join(' · '))]
}

function unpaid({ open }: MoneyValues, link: OpenMatter['link']): Matter[] {
  if (!open) return []
  const bill = `Bill ${open.number} of ${formatAmount(open.cents)}`
  if (open.isConfirming) return [matter('warn', `${bill} is being paid`, 'The bank has not answered yet')]
  const more = [
    open.pausedSince && `Paused since ${open.pausedSince}`,
    open.nextTry && `Next try ${open.nextTry}`,
    open.endsAt && `The account ends ${open.endsAt}`,
  ]
  return [
    matter(open.pausedSince ? 'bad' : 'warn', `${bill} is unpaid`, more.filter(Boolean).join(' · '), link),
  ]
}

async function openDisputes(db: Db, accountId: number): Promise<Matter[]> {
  const rows = await db.many<{
    reference: string
    cents: number
    reason: string
    replyBy: string | null
  }>(sql`
    select reference, amount_cents as cents, reason, reply_by as "replyBy" from disputes
    where account_id = ${accountId} and state = 'opened' order by id desc limit 20`)
  return rows.map(({ reference, cents, reason, replyBy }) =>
    matter(
      'bad',
      `Dispute of ${formatAmount(cents)}${replyBy ? `, evidence is due by ${formatDay(replyBy)}` : ''}`,
      reason,
      { text: 'See the dispute', href: disputePath(reference) },
    ),
  )
}

async function unanswered(db: Db, { id, timeZone }: AccountFound): Promise<Matter[]> {
  const rows = await db.many<{ at: Date; cents: number }>(sql`
    select created_at as at, amount_cents as cents from charges
    where account_id = ${id} and outcome in ('sent', 'unknown') order by id desc limit 20`)
  return rows.map(({ at, cents }) =>
    matter(
      'warn',
      `A charge of ${formatAmount(cents)} has no answer`,
      `Sent ${momentIn(timeZone, at).text}`,
      {
        text: 'See charges without an answer',
        href: queuePath('charges'),
      },
    ),
  )
}

function setUpOf({ setUp, setUpSince, setUpError, timeZone }: AccountFound): Matter[] {
  const since = setUpSince ? `Since ${momentIn(timeZone, setUpSince).text}` : ''
  if (setUp === 'dead')
    return [
      matter(
        'bad',
        'The set-up of the account failed for good',
        [setUpError ?? '', since].filter(Boolean).join(' · '),
        { text: 'See set-ups that failed', href: queuePath('set-ups') },
      ),
    ]
  return setUp === 'running' ? [matter('warn', 'The account is being set up', since)] : []
}

async function handOvers(
  db: Db,
  { id, timeZone }: AccountFound,
  people: readonly DeskPerson[],
  link: OpenMatter['link'],
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
      `Hand-over to ${nameOf(open.nextId)} waits for ${missing.join(' and ')}`,
      `Until ${momentIn(timeZone, open.expiresAt).text}`,
      link,
    ),
  ]
}

function leaving({ hold, cancellation, reactivateBy }: MoneyValues): Matter[] {
  return [
    ...(cancellation
      ? [
          matter(
            'warn',
            `Canceled, runs through ${formatDay(cancellation.lastDay)}`,
            `Reference ${cancellation.reference}`,
          ),
        ]
      : []),
    ...(hold
      ? [
          matter(
            'warn',
            `${hold.hasBegun ? 'On hold' : `On hold from ${formatDay(hold.from)}`} through ${formatDay(dayBefore(hold.until))}`,
          ),
        ]
      : []),
    ...(reactivateBy
      ? [matter('warn', `Ended. The owner can reactivate it through ${formatDay(reactivateBy)}`)]
      : []),
  ]
}
