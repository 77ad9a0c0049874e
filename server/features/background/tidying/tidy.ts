import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type Clock, DAY, later } from '#server/ports/clock.ts'

/** Kept to answer questions about where someone was signed in, or why a link no longer works. */
const SESSIONS_KEPT_MS = 90 * DAY
const LINKS_KEPT_MS = 30 * DAY
/** A code or token shown again later than this is treated as unknown. */
const PARTNER_SECRETS_KEPT_MS = DAY
/** The email-video partner's codes live for minutes; after this the partner itself refuses them. */
const PARTNER_CODES_KEPT_MS = 30 * DAY
const UNFINISHED_KEPT_MS = 90 * DAY

type Tidying = { db: Db; clock: Clock }

export function handleTidying(deps: Tidying & { jobs: Jobs }): void {
  deps.jobs.every('tidying', 3600, () => tidy(deps))
}

/**
 * Deletes rows that can no longer be used. Locked rows are left for the next run: this job never waits for a
 * request while it holds locks that the request needs.
 */
export async function tidy({ db, clock }: Tidying): Promise<void> {
  for (const forgetting of leftovers(clock.now())) await db.run(forgetting)
}

function leftovers(now: Date): Sql[] {
  const sessionsSince = later(now, -SESSIONS_KEPT_MS)
  return [
    sql`delete from limits where key in (
      select key from limits where window_ends_at <= ${now} for update skip locked)`,
    sql`delete from sessions where token_hash in (
      select token_hash from sessions
      where ended_at <= ${sessionsSince} or expires_at <= ${sessionsSince}
        or last_seen_at <= ${later(sessionsSince, -SESSION_IDLE_MS)}
      for update skip locked)`,
    sql`delete from links where token_hash in (
      select token_hash from links where expires_at <= ${later(now, -LINKS_KEPT_MS)} for update skip locked)`,
    sql`delete from authorization_codes where code_hash in (
      select code_hash from authorization_codes where expires_at <= ${later(now, -PARTNER_SECRETS_KEPT_MS)}
      for update skip locked)`,
    sql`delete from tokens where token_hash in (
      select token_hash from tokens where expires_at <= ${later(now, -PARTNER_SECRETS_KEPT_MS)}
      for update skip locked)`,
    sql`delete from partner_codes where code_hash in (
      select code_hash from partner_codes where first_seen_at <= ${later(now, -PARTNER_CODES_KEPT_MS)}
      for update skip locked)`,
    sql`delete from unfinished_sign_ups where id in (
      select id from unfinished_sign_ups where changed_at <= ${later(now, -UNFINISHED_KEPT_MS)}
      for update skip locked)`,
  ]
}
