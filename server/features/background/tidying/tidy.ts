import { FORMER_EMAILS_KEPT_MS } from '#server/identity/agents.ts'
import { endGrantsOfDisabled } from '#server/identity/partners.ts'
import { type Db, inParts, PART } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { scopes } from '#server/platform/idempotency.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { CONTENT_KEPT_MS } from '#server/platform/mail/content.ts'
import { type Clock, DAY, later } from '#server/ports/clock.ts'
import { SIGN_INS_KEPT_MS, tidySessions } from './tidy-sign-ins.ts'

/** Kept to answer questions about who tried to sign in, or why a link no longer works. */
const FAILED_SIGN_INS_KEPT_MS = 90 * DAY
const LINKS_KEPT_MS = 30 * DAY
/**
 * Counted from their end. A code or token shown again later is treated as unknown. A refresh token that was replaced also
 * stays until its own end: its owner may still show it, which ends the thief's connection (docs/decisions/deletion.md).
 */
const PARTNER_SECRETS_KEPT_MS = DAY
/** The email-video partner's codes live for minutes; after this the partner itself refuses them. */
const PARTNER_CODES_KEPT_MS = 30 * DAY
/** The audit keeps the facts. */
const OPERATOR_VIEWS_KEPT_MS = 90 * DAY
/** Kept to answer questions about where an operator was signed in. */
const OPERATOR_SESSIONS_KEPT_MS = 90 * DAY
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
  await tidySessions(db, now, mayGoOn)
  for (const part of leftoversAt(now)) await inParts(async () => (await db.run(part)) === PART, mayGoOn)
  await endGrantsOfDisabled(db, now, mayGoOn)
}

/** Each deletes one part. */
export function leftoversAt(now: Date): Sql[] {
  return leftovers.map((leftover) => clearOld(leftover, now))
}

type Leftover = {
  table: string
  /** The table's primary key. */
  key: string
  /** The column that dates a row, which is kept for `keptMs` more; it has an index. */
  from: string
  keptMs: number
  onlyIf?: string
  /** The columns that are cleared. Without them, the row is deleted. */
  clears?: readonly string[]
}

const leftovers: readonly Leftover[] = [
  { table: 'limits', key: 'key', from: 'window_ends_at', keptMs: 0 },
  { table: 'failed_sign_ins', key: 'id', from: 'hour', keptMs: FAILED_SIGN_INS_KEPT_MS },
  { table: 'links', key: 'token_hash', from: 'expires_at', keptMs: LINKS_KEPT_MS },
  { table: 'second_steps', key: 'token_hash', from: 'expires_at', keptMs: PARTNER_SECRETS_KEPT_MS },
  { table: 'passkey_challenges', key: 'challenge_hash', from: 'expires_at', keptMs: 0 },
  { table: 'operator_links', key: 'token_hash', from: 'expires_at', keptMs: LINKS_KEPT_MS },
  { table: 'operator_sessions', key: 'id', from: 'expires_at', keptMs: OPERATOR_SESSIONS_KEPT_MS },
  { table: 'trusted_devices', key: 'agent_id, token_hash', from: 'expires_at', keptMs: 0 },
  { table: 'former_emails', key: 'id', from: 'changed_at', keptMs: FORMER_EMAILS_KEPT_MS },
  {
    table: 'mails',
    key: 'id',
    from: 'settled_at',
    keptMs: CONTENT_KEPT_MS,
    onlyIf: 'content is not null',
    clears: ['content'],
  },
  // One that was delivered loses its text at once.
  {
    table: 'mails',
    key: 'id',
    from: 'settled_at',
    keptMs: CONTENT_KEPT_MS,
    onlyIf: "state = 'failed' and plain is not null",
    clears: ['plain', 'html'],
  },
  {
    table: 'past_sign_ins',
    key: 'id',
    from: 'at',
    keptMs: SIGN_INS_KEPT_MS,
    // A dispute of the account needs them.
    onlyIf: `(
      select d.id from disputes d where d.account_id = past_sign_ins.account_id and d.state = 'opened' limit 1) is null`,
  },
  { table: 'authorization_codes', key: 'code_hash', from: 'expires_at', keptMs: PARTNER_SECRETS_KEPT_MS },
  { table: 'tokens', key: 'token_hash', from: 'expires_at', keptMs: PARTNER_SECRETS_KEPT_MS },
  { table: 'partner_codes', key: 'code_hash', from: 'first_seen_at', keptMs: PARTNER_CODES_KEPT_MS },
  { table: 'unfinished_sign_ups', key: 'id', from: 'changed_at', keptMs: UNFINISHED_KEPT_MS },
  { table: 'sign_up_steps', key: 'id', from: 'at', keptMs: SIGN_UP_STEPS_KEPT_MS },
  {
    table: 'held_sign_ups',
    key: 'order_id',
    from: 'decided_at',
    keptMs: DECIDED_SIGN_UPS_KEPT_MS,
    onlyIf: 'gateway_token is null',
  },
  { table: 'operator_views', key: 'id', from: 'begun_at', keptMs: OPERATOR_VIEWS_KEPT_MS },
  { table: 'blocks', key: 'id', from: 'until', keptMs: 0 },
  ...Object.entries(scopes).flatMap(([scope, { keptMs }]) =>
    keptMs === undefined
      ? []
      : [{ table: 'idempotency', key: 'scope, key', from: 'at', keptMs, onlyIf: `scope = '${scope}'` }],
  ),
]

/** Made of the names above only: what a person entered is never part of the text. */
function clearOld({ table, key, from, keptMs, onlyIf = 'true', clears }: Leftover, now: Date): Sql {
  const change = clears
    ? `update ${table} set ${clears.map((column) => `${column} = null`).join(', ')}`
    : `delete from ${table}`
  return {
    text: `${change} where (${key}) in (
      select ${key} from ${table} where ${onlyIf} and ${from} <= $1 order by ${from} limit $2 for update skip locked)`,
    values: [later(now, -keptMs), PART],
  }
}
