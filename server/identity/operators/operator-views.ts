import type { Role } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import { OPERATOR_VIEW_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

export const VIEW_LASTS_MS = OPERATOR_VIEW_MINUTES * MINUTE

type BegunView = { id: number; token: string; endsAt: Date }

/** An operator has one view at a time: a second one ends the first. */
export async function insertView(
  tx: Db,
  operator: { id: number; sessionId: number; actor: string },
  { agentId, accountId, reason }: { agentId: number; accountId: number; reason: string },
  now: Date,
): Promise<BegunView> {
  // Two views that begin at the same moment wait for each other here.
  await tx.one(sql`select id from operators where id = ${operator.id} for update`)
  await endViewOfOperator(tx, operator.id, 'replaced', now)
  const [token, endsAt] = [newToken(), later(now, VIEW_LASTS_MS)]
  const { id } = await tx.one<{ id: number }>(sql`
    insert into operator_views (token_hash, operator_id, session_id, agent_id, reason, begun_at, ends_at)
    values (${hashToken(token)}, ${operator.id}, ${operator.sessionId}, ${agentId}, ${reason}, ${now}, ${endsAt})
    returning id`)
  const details = { viewId: id, agentId, reason, minutes: OPERATOR_VIEW_MINUTES }
  await recordAudit(tx, { actor: operator.actor, action: 'pages-viewed', accountId, agentId, details }, now)
  return { id, token, endsAt }
}

/** An open view, the person whose pages it shows, and what decides whether these may still open. */
export type ViewRow = {
  id: number
  agentId: number
  accountId: number
  accountNumber: string
  name: string
  email: string
  role: Role
  status: Status
  isFraud: boolean
  reason: string
  endsAt: Date
}

/** A view ends after its time, with the operator's session, and when the person leaves the account. */
export function findViewRow(
  db: Db,
  { token, sessionId }: { token: string; sessionId: number },
  now: Date,
): Promise<ViewRow | undefined> {
  return db.maybe<ViewRow>(sql`
    select v.id, v.agent_id as "agentId", a.account_id as "accountId", c.pin as "accountNumber",
      trim(a.first_name || ' ' || a.last_name) as name, a.email, a.role, c.status,
      c.fraud_marked_at is not null as "isFraud", v.reason, v.ends_at as "endsAt"
    from operator_views v join agents a on a.id = v.agent_id join accounts c on c.id = a.account_id
    where v.token_hash = ${hashToken(token)} and v.session_id = ${sessionId} and v.ended_at is null
      and v.ends_at > ${now} and a.removed_at is null
      and not exists (select from factor_deadlines l where l.agent_id = a.id and l.due_at <= ${now})`)
}

/** Why a view ended. `time`: nobody ended it. */
type How = 'by the operator' | 'replaced' | 'role taken away' | 'signed out' | 'person removed' | 'time'

/** The operator's own view, by its id. An ended one stays unchanged. */
export async function endView(
  tx: Db,
  { id, operatorId }: { id: number; operatorId: number },
  now: Date,
): Promise<void> {
  const own = await tx.many<Open>(sql`
    select id from operator_views where id = ${id} and operator_id = ${operatorId} and ended_at is null`)
  await endOpenViews(tx, own, 'by the operator', now)
}

export async function endViewOfOperator(tx: Db, operatorId: number, how: How, now: Date): Promise<void> {
  const open = await tx.many<Open>(sql`
    select id from operator_views where operator_id = ${operatorId} and ended_at is null`)
  await endOpenViews(tx, open, how, now)
}

type Open = { id: number }
type Ended = { id: number; agentId: number; accountId: number; actor: string; reason: string; at: Date }

/**
 * Whatever ends first counts: the view's time, the operator's session, or the person's membership in the
 * account.
 */
async function endOpenViews(tx: Db, open: readonly Open[], how: How, now: Date): Promise<void> {
  const ended = await tx.many<Ended>(sql`
    update operator_views v
    set ended_at = greatest(v.begun_at, least(v.ends_at, s.ended_at, a.removed_at, ${now}::timestamptz))
    from agents a, operators o, operator_sessions s
    where v.id = any(${open.map(({ id }) => id)}) and v.ended_at is null
      and a.id = v.agent_id and o.id = v.operator_id and s.id = v.session_id
    returning v.id, v.agent_id as "agentId", a.account_id as "accountId", 'operator:' || o.email as actor, v.reason,
      v.ended_at as at`)
  for (const { id, agentId, accountId, actor, reason, at } of ended) {
    const details = { viewId: id, agentId, reason, how }
    await recordAudit(tx, { actor, action: 'pages-view-ended', accountId, agentId, details }, at)
  }
}

const EVERY_SECONDS = 60

export function handleOperatorViews(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('operator-views', EVERY_SECONDS, (mayGoOn) => closeViews(deps, mayGoOn))
}

type Over = { id: number; isSignedOut: boolean; isRemoved: boolean }

/** Records the end of views that nobody ended. They show nothing from that moment on, whether recorded or not. */
export async function closeViews(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mayGoOn = () => true,
): Promise<void> {
  const now = clock.now()
  const over = await db.many<Over>(sql`
    select v.id, s.ended_at is not null as "isSignedOut", a.removed_at is not null as "isRemoved"
    from operator_views v join agents a on a.id = v.agent_id join operator_sessions s on s.id = v.session_id
    where v.ended_at is null and (v.ends_at <= ${now} or s.ended_at is not null or a.removed_at is not null)`)
  const close = (view: Over) => db.transaction((tx) => endOpenViews(tx, [view], howOf(view), now))
  await eachInTurn(over, close, mayGoOn)
}

function howOf({ isSignedOut, isRemoved }: Over): How {
  if (isRemoved) return 'person removed'
  return isSignedOut ? 'signed out' : 'time'
}
