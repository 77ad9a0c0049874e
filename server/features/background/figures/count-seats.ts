import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later } from '#server/ports/clock.ts'

const COUNTED_EVERY_MS = 6 * HOUR
const PART = 500
/** More than a million accounts need. */
const MOST_PARTS = 10_000

/**
 * Counts the unassigned seats of running subscriptions in batches, each in its own transaction. An
 * interrupted round continues where it stopped. The desk shows the last complete round.
 */
export async function countSeats({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (let part = 0; part < MOST_PARTS; part += 1) {
    if (!(await db.transaction((tx) => countPart(tx, now)))) break
  }
  await deleteOldRounds(db)
}

type State = { round: number; through: number | null; countedAt: Date | null }

/** False: the round is complete, or not due, or another instance is counting. */
async function countPart(tx: Db, now: Date): Promise<boolean> {
  const state = await tx.maybe<State>(sql`
    select seats_round as round, seats_through as through, seats_counted_at as "countedAt" from figure_state
    for update skip locked`)
  if (!state) return false
  const isDue = state.countedAt === null || state.countedAt <= later(now, -COUNTED_EVERY_MS)
  if (state.through === null && !isDue) return false
  const round = state.round + 1
  const through = state.through ?? 0
  const { last } = await tx.one<{ last: number | null }>(sql`
    with part as (
      select id, account_id from subscriptions
      where ended_at is null and account_id > ${through} order by account_id limit ${PART}
    ), counted as (
      select p.account_id, i.quantity as seats, i.quantity - a.taken as unused,
        i.unit_price_cents * least(i.quantity - a.taken, i.quantity - i.given) as cents
      from part p join subscription_items i on i.subscription_id = p.id and i.item = 'lead'
      cross join lateral (
        select count(*)::integer as taken from agents g where g.account_id = p.account_id and g.removed_at is null
      ) a
    ), kept as (
      insert into unused_seats (round, account_id, seats, unused, cents)
      select ${round}::integer, account_id, seats, unused, cents from counted where unused > 0
      returning unused, cents
    ), summed as (
      insert into seat_rounds as r (round, accounts, unused, cents)
      select ${round}::integer, count(*), coalesce(sum(unused), 0), coalesce(sum(cents), 0) from kept
      on conflict (round) do update set accounts = r.accounts + excluded.accounts, unused = r.unused + excluded.unused,
        cents = r.cents + excluded.cents
    )
    select max(account_id) as last from part`)
  if (last !== null) {
    await tx.run(sql`update figure_state set seats_through = ${last}`)
    return true
  }
  await tx.run(sql`
    update figure_state set seats_round = ${round}, seats_through = null, seats_counted_at = ${now}`)
  return false
}

async function deleteOldRounds(db: Db): Promise<void> {
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const deleted = await db.run(sql`
      delete from unused_seats where (round, account_id) in (
        select u.round, u.account_id from unused_seats u
        where u.round < (select seats_round from figure_state) order by u.round, u.account_id limit ${PART})`)
    if (deleted < PART) break
  }
  await db.run(sql`delete from seat_rounds where round < (select seats_round from figure_state)`)
}
