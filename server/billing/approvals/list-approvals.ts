import { changesSince } from '#contract/billing/money-preview.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { problems } from '#server/platform/problems.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { BEGINNING, type Place } from '../queues/place.ts'
import { type Approval, readApprovals } from './approvals.ts'
import type { PreviewDeps } from './planned.ts'
import { previewAction } from './preview-action.ts'

const WAITING_OF_ACCOUNT_AT_MOST = 100
const CLOSED_AT_MOST = 50

export type WaitingApproval = Approval & { place: Place }

/** Those that expire first come first. */
export async function listWaiting(
  db: Db,
  now: Date,
  { after = BEGINNING, atMost }: { after?: Place; atMost: number },
): Promise<WaitingApproval[]> {
  const places = await db.many<Place>(sql`
    select id, 0 as source, (extract(epoch from expires_at) * 1000000)::bigint as micros from approvals
    where state = 'asked' and expires_at > ${now}
      and (expires_at, id)
        > (timestamptz 'epoch' + ${after.micros}::float8 * interval '1 microsecond', ${after.id}::bigint)
    order by expires_at, id limit ${atMost}`)
  const listed = await readApprovals(
    db,
    places.map(({ id }) => id),
    now,
  )
  const byId = new Map(listed.map((approval) => [approval.id, approval]))
  return places.flatMap((place) => {
    const approval = byId.get(place.id)
    return approval ? [{ ...approval, place }] : []
  })
}

/** Those of one account, newest first. */
export async function listWaitingOf(db: Db, accountId: number, now: Date): Promise<Approval[]> {
  const ids = await db.many<{ id: number }>(sql`
    select id from approvals where account_id = ${accountId} and state = 'asked' and expires_at > ${now}
    order by id desc limit ${WAITING_OF_ACCOUNT_AT_MOST}`)
  return readApprovals(
    db,
    ids.map(({ id }) => id),
    now,
  )
}

export type ClosedApprovals = { closed: Approval[]; before: number | null }

/** Newest first, before an id. */
export async function listClosed(db: Db, before: number, now: Date): Promise<ClosedApprovals> {
  const ids = await db.many<{ id: number }>(sql`
    select id from approvals
    where needs_second and id < ${before} and (state <> 'asked' or expires_at <= ${now})
    order by id desc limit ${CLOSED_AT_MOST}`)
  const closed = await readApprovals(
    db,
    ids.map(({ id }) => id),
    now,
  )
  const last = ids.length === CLOSED_AT_MOST ? ids.at(-1) : undefined
  return { closed, before: last?.id ?? null }
}

/** What has changed since a request was made, so that it can no longer be agreed to. */
export function changesOf(
  db: Database,
  deps: PreviewDeps,
  { account, action, preview }: Approval,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const present = await previewAction(tx, deps, account.id, action)
    if (!isRefused(present)) return changesSince(preview.facts, present.facts)
    const { errors, refused } = present
    return [typeof errors === 'string' ? errors : problems[refused].text]
  })
}
