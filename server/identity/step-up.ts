import { type StepUpWay, stepUpWays } from '#contract/accounts/step-up.ts'
import { STEP_UP_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { later, MINUTE } from '../ports/clock.ts'
import type { Session } from './sessions.ts'

type Shown = { way: StepUpWay | null; at: Date | null }

/**
 * The one part that decides whether a session may make a sensitive change: a way that counts for this person today was
 * shown in this session within 10 minutes. If not, the refusal names the ways, and nothing else happens.
 */
export async function requireStepUp(
  { db, clock }: { db: Db } & Pick<Deps, 'clock'>,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
): Promise<Refused | undefined> {
  const ways = await waysOf(db, agentId)
  const shown = await db.maybe<Shown>(
    sql`select shown_way as way, shown_at as at from sessions where id = ${id} and ended_at is null`,
  )
  // It has ended since the request was admitted: a password may have waited long for its check.
  if (!shown) return refuse('signed-out')
  const { way, at } = shown
  const isRecent = at !== null && at > later(clock.now(), -STEP_UP_MINUTES * MINUTE)
  if (isRecent && way !== null && ways.includes(way)) return undefined
  return askFor(ways)
}

/** The refusal that a page answers by asking for one of these ways. */
export function askFor(ways: readonly StepUpWay[]): Refused {
  return refuse('step-up', { also: { step_up: ways } })
}

/**
 * The ways that count for a person, strongest first. The password counts only for someone who has no factor: a passkey that
 * the browser made by itself is one once it has been used, and may be used here.
 */
export async function waysOf(db: Db, agentId: number): Promise<StepUpWay[]> {
  const counts = await db.one<Record<StepUpWay, boolean>>(sql`
    select exists (select from passkeys where agent_id = ${agentId}) as passkey,
      exists (select from second_factors where agent_id = ${agentId} and confirmed_at is not null) as code,
      not exists (select from agents_with_factor where agent_id = ${agentId}) as password`)
  return stepUpWays.filter((way) => counts[way])
}

/** A way that does not count for this person is not noted: a password never takes the place of a code. */
export async function noteShown(
  db: Db,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
  way: StepUpWay,
  now: Date,
): Promise<void> {
  if (!(await waysOf(db, agentId)).includes(way)) return
  await db.run(sql`update sessions set shown_way = ${way}, shown_at = ${now} where id = ${id}`)
}

/** A way that is taken away, such as a lost passkey, no longer counts in the person's other sessions. */
export async function forgetShown(
  tx: Db,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
  way: StepUpWay,
): Promise<void> {
  await tx.run(sql`
    update sessions set shown_way = null, shown_at = null
    where agent_id = ${agentId} and id <> ${id} and shown_way = ${way} and ended_at is null`)
}
