import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel, undoCancel } from '#server/features/account/cancel/cancel.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { HOUR, later, MINUTE } from '../server/ports/clock.ts'
import {
  changeSome,
  keepHolds,
  leaveSomeAlone,
  noCustomerDefects,
  readCustomers,
  settleLostOrders,
} from './kit/customers-of-a-year.ts'
import { disputeSome, noDisputeDefects, readDisputes, returnLatePayments } from './kit/disputes-of-a-year.ts'
import { startInstances } from './kit/instances.ts'
import { giveSomeBack, noMoneyDefects, readMoneyBack } from './kit/operators-of-a-year.ts'
import { openRenewalHarness } from './kit/renewal-harness.ts'
import { seedSubscriptions } from './kit/seed-subscriptions.ts'
import { size } from './kit/size.ts'

const SUBSCRIPTIONS = size(60, 10_000)
const KILLS = size(3, 60)
const PATIENCE_MS = size(10, 60) * MINUTE
const DISPUTES_PER_MOMENT = size(0.05, 0.5)
const BEGIN = new Date('2027-02-01T00:00:00Z')
const END = new Date('2028-03-02T00:00:00Z')
/** All instances are down for more than two days, across a month's end and a daylight-saving change. */
const DOWN_FROM = new Date('2027-10-30T00:00:00Z')
const DOWN_UNTIL = new Date('2027-11-08T12:00:00Z')

let postgres: Postgres
let db: Database
let now = BEGIN
const clock = { now: () => now }

beforeAll(async () => {
  postgres = await startPostgres({ settings: { synchronous_commit: 'off', shared_buffers: '256MB' } })
  db = openPostgres({ url: postgres.url, poolSize: 4, onIdleError: () => {} })
  await migrate(db)
  await seedSubscriptions(db, SUBSCRIPTIONS)
  await keepHolds(db)
  await leaveSomeAlone(db)
})
afterAll(async () => {
  await db.close()
  await postgres.stop()
})

test(
  '13 months, three instances, kills: each month charged once, none missed, none after a cancel [GEN-01]',
  async () => {
    const people = await openRenewalHarness(db, clock)
    const instances = await startInstances(postgres.url, 3)
    let ticks = 0
    let kills = 0
    let steps = 0
    const begun = Date.now()
    const killEvery = (END.getTime() - BEGIN.getTime()) / (KILLS + 1)

    while (now < END) {
      const isKillDue = now.getTime() - BEGIN.getTime() >= killEvery * (kills + 1)
      const kill = { which: kills % 3, afterMs: Math.random() * 25 }
      const due = await isAnythingDue()
      const [taken] = await Promise.all([
        instances.tick(now, isKillDue && due ? kill : undefined),
        // People cancel and undo it while the renewals run.
        ...(await somePeople(Math.ceil(SUBSCRIPTIONS / 2500))).map((who) => changeMind(people, who)),
        // They change their plan, hold it, and pay what the bank refused.
        changeSome(people, Math.ceil(SUBSCRIPTIONS / 2500)),
        // Operators give money back at the same time.
        giveSomeBack(people, Math.ceil(SUBSCRIPTIONS / 2500)),
        // And banks dispute charges, and decide.
        Math.random() < DISPUTES_PER_MOMENT ? disputeSome(people) : undefined,
      ])
      await settleLostOrders(people)
      await returnLatePayments(people)
      if (isKillDue && due) kills += 1
      ticks += 1
      steps += taken
      now = await nextMoment()
      if (now > DOWN_FROM && now < DOWN_UNTIL) now = DOWN_UNTIL
    }
    now = END
    await instances.tick(now)
    // Charges still open are settled within a minute.
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      now = later(END, minutes * 60_000)
      await instances.tick(now)
    }
    await settleLostOrders(people)
    await returnLatePayments(people)
    await instances.stop()
    await people.jobs.stop()

    const truth = await readTruth()
    console.log(
      `${SUBSCRIPTIONS} subscriptions, ${ticks} moments, ${kills} kills, ${steps} steps in ${Math.round((Date.now() - begun) / 1000)} s: ${JSON.stringify(truth)}`,
    )
    expect(kills).toBeGreaterThan(KILLS / 2)
    expect(truth).toMatchObject({
      missed: 0,
      unexpected: 0,
      chargedTwice: 0,
      unpaidButCharged: 0,
      paidButUncharged: 0,
      afterCancel: 0,
      late: 0,
      wrongState: 0,
      unsettled: 0,
      expiredTooSoon: 0,
    })
    const money = await readMoneyBack(db)
    console.log(JSON.stringify(money))
    expect(money.defects).toEqual(noMoneyDefects)
    for (const seen of [truth.paid, truth.canceled, truth.undone, truth.expired, truth.leapDays]) {
      expect(seen).toBeGreaterThan(0)
    }
    const disputes = await readDisputes(db)
    console.log(JSON.stringify(disputes))
    expect(disputes.defects).toEqual(noDisputeDefects)
    const customers = await readCustomers(db)
    console.log(JSON.stringify(customers))
    expect(customers.defects).toEqual(noCustomerDefects)
    for (const { seen } of [money, disputes, customers])
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)

async function isAnythingDue(): Promise<boolean> {
  const due = await db.maybe(
    sql`select 1 from subscriptions where ended_at is null and next_at <= ${now} limit 1`,
  )
  return due !== undefined
}

/** The next time at which something is due, but at most a day or two ahead. */
async function nextMoment(): Promise<Date> {
  const { next } = await db.one<{ next: Date | null }>(sql`
    select least(
      (select min(next_at) from subscriptions where ended_at is null),
      (select min(next_try_at) from periods where state in ('due', 'past_due', 'charging')),
      (select min(failed_at) + interval '6 days' from periods where state = 'past_due' and last_day_at is null)) as next`)
  const latest = later(now, size(60, 24) * HOUR)
  const soonest = later(now, 60_000)
  if (!next || next > latest) return latest
  if (next < later(now, -HOUR)) throw new Error(`Due at ${next.toISOString()}, and nobody has taken it since`)
  return new Date(Math.max(next.getTime(), soonest.getTime()))
}

type Person = { accountId: number; agentId: number; canceled: boolean }

function somePeople(count: number): Promise<Person[]> {
  // With few subscriptions, usually nobody changes their mind.
  if (SUBSCRIPTIONS < 1000 && Math.random() < 0.6) return Promise.resolve([])
  const prefersCanceled = Math.random() < 0.5
  return db.many<Person>(sql`
    select s.account_id as "accountId", g.id as "agentId", s.cancel_on is not null as canceled
    from subscriptions s join agents g on g.account_id = s.account_id
    where s.ended_at is null and not is_left_alone(s.account_id)
    order by s.cancel_on is null and ${prefersCanceled}, random() limit ${count}`)
}

/** Sometimes undoes an existing cancellation, otherwise cancels. A refusal is also a valid answer. */
async function changeMind(deps: Parameters<typeof cancel>[0], person: Person): Promise<void> {
  const session = {
    id: 0,
    accountNumber: '',
    role: 'owner',
    scope: 'account',
    origin: { ip: '', device: '' },
    ...person,
  } as const
  if (person.canceled) await undoCancel(deps, session)
  else if (Math.random() < 0.5) await cancel(deps, session, { reason: 'Other', details: '' })
}

/** Computed in the database by its own calendar: what should have been charged, against what was. */
function readTruth(): Promise<Record<string, number>> {
  return db.one(sql`
    with months as (
      select s.id, (s.anchor_date + make_interval(months => n))::date as starts_on
      from subscriptions s, generate_series(0, 14) n
    ), expected as (
      select m.id, m.starts_on from months m join subscriptions s on s.id = m.id
      where (m.starts_on::timestamp at time zone s.time_zone) <= ${END}
        and (s.cancel_on is null or m.starts_on < s.cancel_on or m.starts_on = s.anchor_date)
        and (s.ended_at is null or (m.starts_on::timestamp at time zone s.time_zone) < s.ended_at)
        -- Months that begin while a dispute keeps the account closed are not charged.
        and not exists (select from disputes d where d.account_id = s.account_id
          and m.starts_on::timestamp at time zone s.time_zone between d.created_at and d.closed_at)
    ), either as (
      -- A month that begins at the moment of a dispute may be charged before it, or not at all.
      select m.id, m.starts_on from months m join subscriptions s on s.id = m.id
      join disputes d on d.account_id = s.account_id
      where m.starts_on::timestamp at time zone s.time_zone between d.created_at - interval '1 hour' and d.created_at
    ), paid_charges as (
      select c.period_id, count(*) as charges, max(x.created_at) as at
      from charges c join sandbox_charges x on x.key = c.key and x.outcome = 'paid'
        -- A charge that an operator gave back on the same day was voided, and had paid its month.
        and (x.voided_at is null or exists (select from refunds r where r.charge_id = c.id and r.credit_note_id is not null))
      where c.period_id is not null group by c.period_id
    ), renewals as (
      select p.*, s.account_id, s.cancel_requested_at, s.anchor_date, s.ended_at from periods p
      join subscriptions s on s.id = p.subscription_id where p.starts_on > s.anchor_date
    )
    select
      (select count(*) from expected e where not exists (
        select from periods p where p.subscription_id = e.id and p.starts_on = e.starts_on)
        and not exists (select from either o where o.id = e.id and o.starts_on = e.starts_on)) as missed,
      (select count(*) from periods p where p.state <> 'given_up' and not exists (
        select from expected e where e.id = p.subscription_id and e.starts_on = p.starts_on)
        and not exists (select from either o where o.id = p.subscription_id and o.starts_on = p.starts_on)
        -- After a dispute that was won, the rest of the month costs nothing.
        and not (p.state = 'free' and exists (select from subscriptions s join disputes d on d.account_id = s.account_id
          where s.id = p.subscription_id and d.state = 'won' and d.closed_at < p.ends_at))) as unexpected,
      (select count(*) from paid_charges where charges > 1) as "chargedTwice",
      (select count(*) from renewals p join paid_charges c on c.period_id = p.id where p.state <> 'paid') as "unpaidButCharged",
      (select count(*) from renewals p left join paid_charges c on c.period_id = p.id
        join invoices i on i.period_id = p.id and i.order_id is null
        where p.state = 'paid' and coalesce(c.charges, 0) <> case when i.total_cents = 0 then 0 else 1 end) as "paidButUncharged",
      (select count(*) from renewals p join paid_charges c on c.period_id = p.id
        where c.at > p.cancel_requested_at) as "afterCancel",
      (select count(*) from renewals p join paid_charges c on c.period_id = p.id
        -- What the bank refused at first was paid by hand later.
        where c.at > p.due_at + interval '1 hour' and p.failed_at is null
          and not (p.due_at between ${later(DOWN_FROM, -HOUR)} and ${DOWN_UNTIL})) as late,
      (select count(*) from accounts a join subscriptions s on s.account_id = a.id
        left join periods o on o.subscription_id = s.id and o.state in ('due', 'charging', 'past_due')
        where a.status <> case
          when a.fraud_marked_at is not null then 'canceled'
          when s.ended_at is not null then case when s.cancel_on is not null then 'canceled' else 'expired' end
          when o.last_day_at is not null then '24h_past_due' when o.failed_at is not null then 'past_due'
          else 'active' end) as "wrongState",
      (select count(*) from periods where state in ('due', 'charging')) as unsettled,
      (select count(*) from renewals p where p.state = 'given_up' and p.cancel_requested_at is null
        and p.ended_at < p.failed_at + interval '7 days'
        and not exists (select from disputes d where d.account_id = p.account_id)) as "expiredTooSoon",
      (select count(*) from renewals where state = 'paid') as paid,
      (select count(*) from accounts where status = 'canceled') as canceled,
      (select count(*) from accounts where status = 'expired') as expired,
      (select count(*) from undone_cancellations) as undone,
      (select count(*) from renewals where starts_on = '2028-02-29') as "leapDays"`)
}
