import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type Clock, DAY, later } from '#server/ports/clock.ts'

/** For whoever asks where one was signed in, or why a link does not work any more. */
const SESSIONS_KEPT_MS = 90 * DAY
const LINKS_KEPT_MS = 30 * DAY
/** A code or a token that is shown again later than this is merely unknown. */
const PARTNER_SECRETS_KEPT_MS = DAY
/** The email-video partner's codes live for minutes: after this they are the partner's to refuse. */
const PARTNER_CODES_KEPT_MS = 30 * DAY
const UNFINISHED_KEPT_MS = 90 * DAY

type Tidying = { db: Db; clock: Clock }

export function handleTidying(deps: Tidying & { jobs: Jobs }): void {
  deps.jobs.every('tidying', 3600, () => tidy(deps))
}

/**
 * Forgets what nobody can use any more. Rows that someone is busy with are left to the next time: it never waits for
 * a request while it holds what that request needs.
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
