import type { AccountValues, PersonValues, PricedPlan } from '#contract/accounts/account-values.ts'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { type Day, dayBefore } from '#contract/calendar/billing-dates.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { readSettings } from '#server/platform/settings.ts'

type AccountInFrame = {
  company: string
  pin: string
  statusId: Status
  timeZone: string
  dueAt: Date | null
  bouncedEmail: string | null
}

/** The values that the frame of every account page shows. Pages load further values themselves. */
export async function showAccount({ db }: Pick<Deps, 'db'>, session: Session): Promise<AccountValues> {
  const { timeZone, dueAt, ...account } = await db.one<AccountInFrame>(sql`
    select a.company, a.pin, a.status as "statusId", a.time_zone as "timeZone", l.due_at as "dueAt",
      (select g.email from agents g where g.id = ${session.agentId} and g.mail_bounced_at is not null) as "bouncedEmail"
    from accounts a left join factor_deadlines l on l.agent_id = ${session.agentId}
    where a.id = ${session.accountId}`)
  const { systemStatus } = await readSettings(db)
  const { agentId, role, scope } = session
  const runsThrough = await findLastDay(db, session.accountId)
  const factorDueAt = dueAt ? formatShortMoment(timeZone, dueAt) : null
  const status = statuses[account.statusId].text
  return { ...account, agentId, status, runsThrough, role, scope, systemStatus, factorDueAt }
}

/**
 * The last day of a canceled subscription that is still running. Null while a month is unpaid, since the day
 * is uncertain.
 */
async function findLastDay(db: Db, accountId: number): Promise<Day | null> {
  const canceled = await db.maybe<{ cancelOn: string }>(sql`
    select s.cancel_on as "cancelOn" from subscriptions s
    where s.account_id = ${accountId} and s.ended_at is null and s.cancel_on is not null
      and not exists (select from periods p where p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due'))`)
  return canceled ? dayBefore(canceled.cancelOn) : null
}

export async function showPerson({ db }: Pick<Deps, 'db'>, { agentId }: Session): Promise<PersonValues> {
  return db.one<PersonValues>(sql`
    select first_name as "firstName", trim(first_name || ' ' || last_name) as "fullName", email
    from agents where id = ${agentId}`)
}

/** The items of the newest subscription, even if it has ended. */
export async function showPlan(
  { db }: Pick<Deps, 'db'>,
  { accountId }: Pick<Session, 'accountId'>,
): Promise<PricedPlan> {
  const bought = await db.many<PlanItem>(sql`
    select item as key, quantity, unit_price_cents as "unitPrice", given from subscription_items
    where subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    order by unit_price_cents * (quantity - given) desc, item`)
  const lines = linesOfItems(bought)
  return { lines, totalCents: totalOf(lines) }
}
