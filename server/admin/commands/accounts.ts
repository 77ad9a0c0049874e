import { type Status, statuses } from '#contract/accounts/statuses.ts'
import {
  ACCOUNT_NUMBERS,
  countFreeAccountNumbers,
  warningOfFreeAccountNumbers,
} from '#server/accounts/account-numbers.ts'
import { findAnything } from '#server/accounts/find/find-anything.ts'
import type { FoundAccount } from '#server/accounts/find/find-named.ts'
import { cancellationsOf } from '#server/billing/subscriptions/list-cancellations.ts'
import {
  afterCursor,
  type Bound,
  type Cursor,
  OLDEST,
  partOf,
  readCursor,
  writeCursor,
} from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command, Row, Section } from '../command.ts'
import { namedAccount } from '../find-account.ts'

const NEWEST = 20
const LISTED_AT_MOST = 50

export const findAccountsCommand: Command = {
  name: 'account find',
  hasTables: true,
  takes: 'TEXT …',
  says: 'Lists the accounts that match: a number, email, name, company, phone, last four, bill or any reference.',
  async run({ db }, { args }) {
    const text = args.join(' ').trim()
    if (text === '') throw refuse('invalid-fields', { errors: 'Enter what to look for.' })
    const { matches, isCutShort } = await findAnything(db, text)
    const rows = new Map<number, Row>()
    for (const { account, what, text: stored } of matches) {
      if (!account || rows.has(account.id) || rows.size === LISTED_AT_MOST) continue
      const { id, ...facts } = account
      rows.set(id, { ...facts, status: statuses[account.status].text, matched: `${what}: ${stored}` })
    }
    const more = isCutShort ? { said: 'More accounts match: add another word.' } : {}
    return { ...more, sections: [{ name: 'accounts', title: 'Accounts', rows: [...rows.values()] }] }
  },
}

export const showAccountCommand: Command = {
  name: 'account show',
  hasTables: true,
  takes: 'NUMBER|EMAIL',
  says: 'Shows an account: state, hold, people, plan, cancellations, orders, charges, disputes, emails and sessions.',
  async run({ db }, { args, now }) {
    const account = await namedAccount(db, args[0])
    return {
      sections: [
        await stateOf(db, account),
        await listed(db, 'people', 'People', peopleOf(account.id)),
        await listed(db, 'plan', 'Plan', planOf(account.id)),
        {
          name: 'cancellations',
          title: 'Cancellations',
          rows: await cancellationsOf(db, account.id),
        },
        await listed(db, 'orders', 'Orders', ordersOf(account.id)),
        await listed(db, 'charges', 'Charges', chargesOf(account.id)),
        await listed(db, 'disputes', 'Disputes', disputesOf(account.id)),
        await listed(db, 'mails', 'Mails', mailsOf(account.id)),
        await listed(db, 'sessions', 'Sessions', sessionsOf(account.id, now)),
        await listed(db, 'audit', 'Audit log', auditOf(account.id)),
      ],
    }
  },
}

async function listed(
  db: Db,
  name: string,
  title: string,
  statement: ReturnType<typeof sql>,
): Promise<Section> {
  return { name, title, rows: await db.many<Row>(statement) }
}

async function stateOf(db: Db, account: FoundAccount): Promise<Section> {
  const row = await db.one<Row>(sql`
    select a.pin, a.company, a.status, a.status_since as since, a.fraud_marked_at as "fraudMarkedAt",
      a.fraud_reason as "fraudReason", a.time_zone as "timeZone", s.state as "setUp", s.last_error as "setUpError",
      case when b.cancel_on is null then b.next_at end as "nextChargeAt", b.cancel_on as "cancelOn",
      (select p.next_try_at from periods p where p.subscription_id = b.id and p.state = 'past_due' limit 1) as "nextTryAt",
      b.held_from as "heldFrom", b.held_until as "heldUntil",
      (select c.brand || ' ending ' || c.last_four || case when c.refused_because is null then '' else ', refused for good' end from cards c
       where c.account_id = a.id and c.replaced_at is null and not c.is_backup) as card,
      (select c.brand || ' ending ' || c.last_four || case when c.refused_because is null then '' else ', refused for good' end from cards c
       where c.account_id = a.id and c.replaced_at is null and c.is_backup) as "backupCard",
      d.demanded_at as "secondFactorRequiredAt", d.grace_days as "secondFactorGraceDays",
      m.host as "mailServer", m.verified_at as "mailServerVerifiedAt"
    from accounts a
    left join set_ups s on s.account_id = a.id
    left join subscriptions b on b.account_id = a.id and b.ended_at is null
    left join smtp_settings m on m.account_id = a.id
    left join second_factor_demands d on d.account_id = a.id
    where a.id = ${account.id}`)
  return { name: 'account', title: 'Account', rows: [{ ...row, status: statuses[account.status].text }] }
}

const peopleOf = (accountId: number) => sql`
  select g.id, trim(g.first_name || ' ' || g.last_name) as name, g.email, g.role, g.joined_at as "joinedAt",
    g.mail_bounced_at as "mailBouncedAt",
    exists (select from agents_with_factor f where f.agent_id = g.id) as "secondFactor", l.due_at as "secondFactorDueAt"
  from agents g left join factor_deadlines l on l.agent_id = g.id
  where g.account_id = ${accountId} and g.removed_at is null order by g.id`

const planOf = (accountId: number) => sql`
  select item, quantity, given, unit_price_cents as "unitCents", (quantity - given) * unit_price_cents as "monthCents"
  from subscription_items
  where subscription_id = (select max(id) from subscriptions where account_id = ${accountId})
  order by (quantity - given) * unit_price_cents desc, item`

const ordersOf = (accountId: number) => sql`
  select id, kind, state, amount_cents as "amountCents", created_at as "createdAt", settled_at as "settledAt"
  from orders where account_id = ${accountId} order by id desc limit ${NEWEST}`

const chargesOf = (accountId: number) => sql`
  select id, outcome, amount_cents as "amountCents", coalesce(brand || ' ending ' || last_four, '') as card, gateway,
    gateway_reference as reference, reason, created_at as "createdAt", settled_at as "settledAt"
  from charges where account_id = ${accountId} order by id desc limit ${NEWEST}`

const disputesOf = (accountId: number) => sql`
  select reference as id, state, amount_cents as "amountCents", lost_cents as "lostCents", reason, opened_on as "openedOn",
    reply_by as "replyBy", closed_at as "closedAt"
  from disputes where account_id = ${accountId} order by id desc limit ${NEWEST}`

/** Only the subject is shown: the body may contain a link that still works. */
const mailsOf = (accountId: number) => sql`
  select id, purpose, recipient, subject, state, bounce, tries, coalesce(bounce_reason, last_error) as "lastError", created_at as "createdAt"
  from mails where account_id = ${accountId} order by id desc limit ${NEWEST}`

const sessionsOf = (accountId: number, now: Date) => sql`
  select s.id, g.email, s.reach, s.address, s.browser_name as browser, s.created_at as "createdAt",
    s.last_seen_at as "lastSeenAt", coalesce(s.ended_at, case when s.expires_at < ${now} then s.expires_at end) as "endedAt"
  from sessions s join agents g on g.id = s.agent_id
  where g.account_id = ${accountId} order by s.id desc limit ${NEWEST}`

const auditOf = (accountId: number) => sql`
  select at, actor, action from audit where account_id = ${accountId} order by at desc, id desc limit ${NEWEST}`

const PAGE = 100
const FRAUD = 'fraud'
const states = [...Object.keys(statuses), FRAUD]

type Listed = Cursor & {
  pin: string
  company: string
  owner: string
  email: string
  status: Status
  since: Date
}

/** Fraud is a mark on a canceled account; here it is a separate status, and no other list includes it. */
export const listAccountsCommand: Command = {
  name: 'account list',
  hasTables: true,
  says: 'Lists the accounts in a state, longest in that state first, 100 per page.',
  flags: {
    state: { takes: 'STATE', says: `one of: ${states.join(', ')}` },
    after: { takes: 'CURSOR', says: 'where the next page begins, as the page before it said' },
  },
  async run({ db }, { flag }) {
    const state = flag('state') ?? ''
    if (!states.includes(state)) {
      throw refuse('invalid-fields', {
        errors: `Choose a state: --state with one of ${states.join(', ')}.`,
      })
    }
    const after = flag('after')
    const cursor = after === undefined ? OLDEST : readCursor(after)
    if (!cursor) throw refuse('invalid-fields', { errors: '--after must be what the page before it said.' })
    const list = state === FRAUD ? markedForFraud : inStatus(state)
    const { count } = await db.one<{ count: number }>(list.count)
    const { rows: found, last } = partOf(await db.many<Listed>(list.page(afterCursor(cursor))), PAGE)
    const rows = found.map(({ micros, source, id, ...account }): Row => {
      return { ...account, status: statuses[account.status].text }
    })
    return {
      said: `${rows.length} of ${count} in total.${last ? ` Next page: --after ${writeCursor(last)}` : ''}`,
      sections: [{ name: 'accounts', title: 'Accounts', rows }],
    }
  },
}

/**
 * Each has its own index, so that neither reads the other's accounts. An account that leaves the state between
 * two pages moves no other into the page before.
 */
const inStatus = (status: string) => ({
  count: sql`
    select count(*)::integer as count from accounts where status = ${status} and fraud_marked_at is null`,
  page: (after: Bound) => sql`
    select a.id, 0 as source, (extract(epoch from a.status_since) * 1000000)::bigint as micros,
      a.pin, a.company, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner, coalesce(o.email, '') as email,
      a.status, a.status_since as since
    from (
      select id from accounts where status = ${status} and fraud_marked_at is null
        and (status_since, id) > (${after.at}::timestamptz, ${after.id}::bigint)
      order by status_since, id limit ${PAGE + 1}
    ) shown join accounts a on a.id = shown.id left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    order by a.status_since, a.id`,
})

const markedForFraud = {
  count: sql`select count(*)::integer as count from accounts where fraud_marked_at is not null`,
  page: (after: Bound) => sql`
    select a.id, 0 as source, (extract(epoch from a.status_since) * 1000000)::bigint as micros,
      a.pin, a.company, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner, coalesce(o.email, '') as email,
      a.status, a.status_since as since
    from (
      select id from accounts where fraud_marked_at is not null
        and (status_since, id) > (${after.at}::timestamptz, ${after.id}::bigint)
      order by status_since, id limit ${PAGE + 1}
    ) shown join accounts a on a.id = shown.id left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    order by a.status_since, a.id`,
}

export const accountNumbersCommand: Command = {
  name: 'account numbers',
  hasTables: true,
  says: 'Shows how many account numbers are left for new accounts.',
  async run({ db }) {
    const left = await countFreeAccountNumbers(db)
    const { reserved } = await db.one<{ reserved: number }>(sql`
      select count(*) as reserved from orders where reserved_account_number is not null`)
    const rows = [{ all: ACCOUNT_NUMBERS, taken: ACCOUNT_NUMBERS - left - reserved, reserved, left }]
    return {
      said: warningOfFreeAccountNumbers(left) ?? 'There are enough account numbers.',
      sections: [{ name: 'accountNumbers', title: 'Account numbers', rows }],
    }
  },
}
