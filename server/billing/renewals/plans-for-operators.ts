import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { endOfDunning, isOverdue } from './dunning.ts'
import type { CardAsked, TryReason } from './plan-tries.ts'

type Plan = {
  at: Date | null
  because: TryReason | null
  card: CardAsked
  failedAt: Date
  lastDayAt: Date | null
  /** The account's zone. */
  zone: string
  first: CardNamed | null
  backup: CardNamed | null
}
type CardNamed = { name: string; isRefused: boolean }
/** `refusalId`: the charge that the bank refused last. Without a next try, `says` ends with when the account does. */
type Planned = { refusalId: number | null; hasTry: boolean; says: string[] }

const reasons: Record<TryReason, string> = {
  usual: 'on the usual schedule',
  payday: 'because that is a payday',
  'bank-busy': 'because the bank was busy',
  last: 'the last one before the account ends',
  limit: 'because the card has been tried too many times',
  backup: 'because the first card could not be charged',
  'card-updated': 'because the bank has updated the card',
}

/** What comes next in unpaid months, by their ids: what the renewal job reads, in words for operators. */
export async function listPlans(
  db: Db,
  periodIds: readonly number[],
  now: Date,
): Promise<Map<number, Planned>> {
  const plans = await db.many<Plan & { periodId: number; refusalId: number | null }>(sql`
    select p.id as "periodId", p.next_try_at as at, p.try_because as because, p.next_card as card,
      p.failed_at as "failedAt", p.last_day_at as "lastDayAt", a.time_zone as zone,
      (select max(c.id) from charges c where c.period_id = p.id and c.outcome = 'declined') as "refusalId",
      (select jsonb_build_object('name', c.brand || ' ending in ' || c.last_four, 'isRefused', c.refused_because is not null)
        from cards c where c.account_id = a.id and c.replaced_at is null and not c.is_backup) as first,
      (select jsonb_build_object('name', c.brand || ' ending in ' || c.last_four, 'isRefused', c.refused_because is not null)
        from cards c where c.account_id = a.id and c.replaced_at is null and c.is_backup) as backup
    from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    where p.id = any(${periodIds}::bigint[]) and p.state = 'past_due' and p.failed_at is not null`)
  return new Map(
    plans.map(({ periodId, refusalId, ...plan }) => [
      periodId,
      { refusalId, hasTry: plan.at !== null, says: sayPlan(plan, now) },
    ]),
  )
}

/** The same for the unpaid month of a running account. Undefined before its bank has refused it. */
export async function findPlan(db: Db, accountId: number, now: Date): Promise<Planned | undefined> {
  const month = await db.maybe<{ id: number }>(sql`
    select p.id from periods p join subscriptions s on s.id = p.subscription_id
    where s.account_id = ${accountId} and s.ended_at is null and p.state = 'past_due'`)
  return month && (await listPlans(db, [month.id], now)).get(month.id)
}

/** `next try on December 4, 2026, 6:00 AM Central with Visa ending in 1111, because that is a payday`. */
export function sayPlan(plan: Plan, now: Date): string[] {
  const { at, because, card, zone, first, backup } = plan
  if (!at) return [...whyNone(plan), sayEnd(plan, now)]
  const asked = card === 'backup' ? backup && `the backup card ${backup.name}` : first?.name
  return [
    `next try ${sayWhen(at, zone, now)}${asked ? ` with ${asked}` : ''}${because ? `, ${reasons[because]}` : ''}`,
  ]
}

function sayWhen(at: Date, zone: string, now: Date): string {
  if (isOverdue(at, now)) return `overdue since ${formatMoment(zone, at)}`
  return at > now ? `on ${formatMoment(zone, at)}` : 'within minutes'
}

function whyNone({ first, backup }: Plan): string[] {
  const cards = [first, backup].filter((card) => card !== null)
  if (cards.length === 0) return ['no card is on file']
  const refused = cards.filter(({ isRefused }) => isRefused)
  return refused.length === cards.length
    ? refused.map(({ name }) => `${name} will not be tried again`)
    : ['no try is left']
}

function sayEnd({ failedAt, lastDayAt, zone }: Plan, now: Date): string {
  const endsAt = endOfDunning(failedAt, lastDayAt, now)
  if (isOverdue(endsAt, now)) return `the account should have ended on ${formatMoment(zone, endsAt)}`
  return `the account ends ${endsAt > now ? `on ${formatMoment(zone, endsAt)}` : 'within minutes'}`
}
