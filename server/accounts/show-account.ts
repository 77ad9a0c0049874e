import type {
  AccountValues,
  FactorRemoval,
  OpenMonth,
  PasskeyOffer,
  PersonValues,
  PricedPlan,
} from '#contract/accounts/account-values.ts'
import type { Everyone } from '#contract/accounts/factors.ts'
import { onlyFor } from '#contract/accounts/people-messages.ts'
import { may, permissions, type Role } from '#contract/accounts/roles.ts'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { dayBefore } from '#contract/calendar/billing-dates.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import type { Deps } from '#server/deps.ts'
import { findDemand } from '#server/identity/factor-demands.ts'
import { passkeySiteOf } from '#server/identity/passkey-check.ts'
import { PASSKEYS_AT_MOST } from '#server/identity/passkeys.ts'
import { findRecovery } from '#server/identity/recover-second-factor.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import { requireStepUp } from '#server/identity/step-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { readSettings } from '#server/platform/settings.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { findTimeZone } from './accounts.ts'

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
  const { runsThrough, openMonth } = await showSubscription(db, session)
  const factorDueAt = dueAt ? formatShortMoment(timeZone, dueAt) : null
  const status = statuses[account.statusId].text
  return { ...account, agentId, status, runsThrough, openMonth, role, scope, systemStatus, factorDueAt }
}

type Running = {
  cancelOn: string | null
  state: 'due' | 'charging' | 'past_due' | null
  cents: number
  number: string
  cardId: number | null
  brand: string
  lastFour: string
}

/**
 * The last day of a canceled subscription that is still running, and the open month. The day is uncertain, and
 * so null, while a month is unpaid.
 */
async function showSubscription(
  db: Db,
  { accountId, role }: Pick<Session, 'accountId' | 'role'>,
): Promise<Pick<AccountValues, 'runsThrough' | 'openMonth'>> {
  const running = await db.maybe<Running>(sql`
    select s.cancel_on as "cancelOn", p.state, i.total_cents as cents, i.number, c.id as "cardId", c.brand, c.last_four as "lastFour"
    from subscriptions s
    left join periods p on p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due')
    left join invoices i on i.period_id = p.id and i.order_id is null
    left join lateral (
      select id, brand, last_four from cards
      where account_id = s.account_id and replaced_at is null and refused_because is null order by is_backup limit 1
    ) c on true
    where s.account_id = ${accountId} and s.ended_at is null
    order by p.id limit 1`)
  if (!running) return { runsThrough: null, openMonth: null }
  const { cancelOn, state } = running
  return {
    runsThrough: cancelOn && !state ? dayBefore(cancelOn) : null,
    openMonth: openMonthOf(running, role),
  }
}

/** A month that is due, and not charged yet, is still the job's. */
function openMonthOf(running: Running, role: Role): OpenMonth | null {
  const { state, cents, number, cardId: id, brand, lastFour } = running
  if (state === null || state === 'due') return null
  const isConfirming = state === 'charging'
  if (!may(role, 'billing')) return { isConfirming, whoPays: onlyFor(permissions.billing, 'pay') }
  return { cents, number, isConfirming, card: id === null ? null : { id, brand, lastFour } }
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

/** For every account page: the requester may be reading the mails about it. */
export async function showFactorRemoval(
  db: Db,
  { agentId, accountId }: Pick<Session, 'agentId' | 'accountId'>,
  now: Date,
): Promise<FactorRemoval | undefined> {
  const removesAt = await findRecovery(db, agentId, now)
  if (!removesAt) return undefined
  const what = (await findSecondFactor(db, agentId)) ? 'second-factor' : 'passkeys'
  return { what, removesAt: formatShortMoment(await findTimeZone(db, accountId), removesAt) }
}

/** What the owner requires of everyone, and how many people still lack it. */
export async function showFactorDemand(db: Db, accountId: number, now: Date): Promise<Everyone> {
  const { timeZone, people, without } = await db.one<{
    timeZone: string
    people: number
    without: number
  }>(sql`
    select a.time_zone as "timeZone", count(g.id)::int as people,
      (count(g.id) filter (
        where not exists (select from agents_with_factor f where f.agent_id = g.id)))::int as without
    from accounts a join agents g on g.account_id = a.id and g.removed_at is null and g.joined_at is not null
    where a.id = ${accountId} group by a.time_zone`)
  const demand = await findDemand(db, accountId)
  return {
    demand: demand
      ? {
          grace_days: String(demand.graceDays),
          ends_at: formatShortMoment(timeZone, demand.endsAt),
          is_over: demand.endsAt <= now,
        }
      : null,
    people,
    without_factor: without,
  }
}

/** Browsers create a passkey automatically only shortly after a password. */
const FRESH_MS = 5 * MINUTE

type PasskeyState = {
  since: Date
  isByPasskey: boolean
  passkeys: number
  /** The browser made one automatically that has not been used yet. */
  hasUnused: boolean
  askedAt: Date | null
  declinedAt: Date | null
}

/** Whether the browser may create a passkey automatically on this page, and whether to ask the person for one. */
export async function findPasskeyOffer(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Pick<Session, 'id' | 'agentId' | 'scope'>,
  visitor: Pick<Visitor, 'hostName'>,
): Promise<PasskeyOffer | undefined> {
  if (session.scope !== 'account' || !passkeySiteOf(config, visitor)) return undefined
  const passkeyState = await db.maybe<PasskeyState>(sql`
    select s.created_at as since, coalesce(s.shown_way = 'passkey', false) as "isByPasskey", p.asked_at as "askedAt", p.declined_at as "declinedAt",
      (select count(*) from passkeys k where k.agent_id = s.agent_id)::int as passkeys,
      exists (select from passkeys k where k.agent_id = s.agent_id and not k.is_factor) as "hasUnused"
    from sessions s left join passkey_people p on p.agent_id = s.agent_id
    where s.id = ${session.id}`)
  // An operator viewing the pages has no session there.
  if (!passkeyState || passkeyState.declinedAt || passkeyState.isByPasskey) return undefined
  const isFresh = passkeyState.since > later(clock.now(), -FRESH_MS)
  const isRoom = passkeyState.passkeys < PASSKEYS_AT_MOST && !passkeyState.hasUnused
  // Someone who would need step-up first is asked, not surprised by a dialog.
  const mayCreate = isFresh && isRoom && !(await requireStepUp({ db, clock }, session))
  const mayAsk = passkeyState.passkeys === 0 && !passkeyState.askedAt
  return mayCreate || mayAsk ? { mayCreate, mayAsk } : undefined
}
