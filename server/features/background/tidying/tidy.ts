import { FORMER_EMAILS_KEPT_MS } from '#server/identity/agents.ts'
import { endGrantsOfDisabled } from '#server/identity/partners.ts'
import { type Db, inParts, PART } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { CONTENT_KEPT_MS } from '#server/platform/mail/content.ts'
import { type Clock, DAY, later } from '#server/ports/clock.ts'
import { tidySessions, tidySignIns } from './tidy-sign-ins.ts'

/** Kept to answer questions about who tried to sign in, or why a link no longer works. */
const FAILED_SIGN_INS_KEPT_MS = 90 * DAY
const LINKS_KEPT_MS = 30 * DAY
/**
 * After their end. A code or token shown again later than this is treated as unknown. A refresh token that was replaced also
 * stays until its own end: its owner may still show it, which ends the connection of whoever stole it (docs/decisions/deletion.md).
 */
const PARTNER_SECRETS_KEPT_MS = DAY
/** The email-video partner's codes live for minutes; after this the partner itself refuses them. */
const PARTNER_CODES_KEPT_MS = 30 * DAY
/** The audit keeps the facts. */
const OPERATOR_VIEWS_KEPT_MS = 90 * DAY
/** Kept to answer questions about where an operator was signed in. */
const OPERATOR_SESSIONS_KEPT_MS = 90 * DAY
/** Longer than a form is sent again after a lost answer. */
const DESK_ANSWERS_KEPT_MS = DAY
const UNFINISHED_KEPT_MS = 90 * DAY
/** The figures show thirteen months, and each of their numbers opens what it counts. */
const SIGN_UP_STEPS_KEPT_MS = 430 * DAY
/** Long enough to recognize who tries again, and to answer for a decision. */
const DECIDED_SIGN_UPS_KEPT_MS = 90 * DAY

type Tidying = { db: Db; clock: Clock }

export function handleTidying(deps: Tidying & { jobs: Jobs }): void {
  deps.jobs.every('tidying', 3600, (mayGoOn) => tidy(deps, mayGoOn))
}

/**
 * Deletes rows that can no longer be used, oldest first and in parts, and ends what a killed process left of a disabled
 * partner's connections. Locked rows are left for the next run: this
 * job never waits for a request while it holds locks that the request needs.
 */
export async function tidy({ db, clock }: Tidying, mayGoOn = () => true): Promise<void> {
  const now = clock.now()
  for (const forgetting of leftovers(now))
    await inParts(async () => (await db.run(forgetting)) === PART, mayGoOn)
  await endGrantsOfDisabled(db, now, mayGoOn)
  await tidySessions(db, now, mayGoOn)
  await tidySignIns(db, now, mayGoOn)
}

function leftovers(now: Date): Sql[] {
  return [
    sql`delete from limits where key in (
      select key from limits where window_ends_at <= ${now}
      order by window_ends_at limit ${PART} for update skip locked)`,
    sql`delete from failed_sign_ins where id in (
      select id from failed_sign_ins where hour <= ${later(now, -FAILED_SIGN_INS_KEPT_MS)}
      order by hour limit ${PART} for update skip locked)`,
    sql`delete from links where token_hash in (
      select token_hash from links where expires_at <= ${later(now, -LINKS_KEPT_MS)}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from second_steps where token_hash in (
      select token_hash from second_steps where expires_at <= ${later(now, -PARTNER_SECRETS_KEPT_MS)}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at <= ${now}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from operator_links where token_hash in (
      select token_hash from operator_links where expires_at <= ${later(now, -LINKS_KEPT_MS)}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from operator_sessions where id in (
      select id from operator_sessions where expires_at <= ${later(now, -OPERATOR_SESSIONS_KEPT_MS)}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from desk_answers where key in (
      select key from desk_answers where at <= ${later(now, -DESK_ANSWERS_KEPT_MS)}
      order by at limit ${PART} for update skip locked)`,
    sql`delete from trusted_devices where (agent_id, token_hash) in (
      select agent_id, token_hash from trusted_devices where expires_at <= ${now}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from former_emails where id in (
      select id from former_emails where changed_at <= ${later(now, -FORMER_EMAILS_KEPT_MS)}
      order by changed_at limit ${PART} for update skip locked)`,
    sql`update mails set content = null where id in (
      select id from mails where content is not null and settled_at <= ${later(now, -CONTENT_KEPT_MS)}
      order by settled_at limit ${PART} for update skip locked)`,
    sql`delete from authorization_codes where code_hash in (
      select code_hash from authorization_codes where expires_at <= ${later(now, -PARTNER_SECRETS_KEPT_MS)}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from tokens where token_hash in (
      select token_hash from tokens where expires_at <= ${later(now, -PARTNER_SECRETS_KEPT_MS)}
      order by expires_at limit ${PART} for update skip locked)`,
    sql`delete from partner_codes where code_hash in (
      select code_hash from partner_codes where first_seen_at <= ${later(now, -PARTNER_CODES_KEPT_MS)}
      order by first_seen_at limit ${PART} for update skip locked)`,
    sql`delete from unfinished_sign_ups where id in (
      select id from unfinished_sign_ups where changed_at <= ${later(now, -UNFINISHED_KEPT_MS)}
      order by changed_at limit ${PART} for update skip locked)`,
    sql`delete from sign_up_steps where id in (
      select id from sign_up_steps where at <= ${later(now, -SIGN_UP_STEPS_KEPT_MS)}
      order by at limit ${PART} for update skip locked)`,
    sql`delete from held_sign_ups where order_id in (
      select order_id from held_sign_ups
      where decided_at <= ${later(now, -DECIDED_SIGN_UPS_KEPT_MS)} and gateway_token is null
      order by decided_at limit ${PART} for update skip locked)`,
    sql`delete from operator_views where id in (
      select id from operator_views where begun_at <= ${later(now, -OPERATOR_VIEWS_KEPT_MS)}
      order by begun_at limit ${PART} for update skip locked)`,
    sql`delete from blocks where id in (
      select id from blocks where until <= ${now} order by until limit ${PART} for update skip locked)`,
  ]
}
