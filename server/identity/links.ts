import { NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Limit } from '#server/platform/limits.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { DAY, later } from '#server/ports/clock.ts'

export type LinkPurpose =
  | 'password-reset'
  | 'smtp-confirmation'
  | 'resume-sign-up'
  | 'pay'
  | 'email-change'
  | 'email-works'
  | 'invitation'
  | 'hand-over'
  | 'not-me'
  | 'second-factor-recovery'
export type Link = { agentId: number | null; accountId: number | null; subject: Record<string, unknown> }

/** Creates a link and returns its token. Only the hash is stored. */
export async function makeLink(
  tx: Db,
  link: {
    purpose: LinkPurpose
    agentId?: number
    accountId?: number
    subject?: Record<string, unknown>
    lastsMs: number
  },
  now: Date,
): Promise<string> {
  const token = newToken()
  await tx.run(sql`
    insert into links (token_hash, purpose, agent_id, account_id, subject, created_at, expires_at)
    values (${hashToken(token)}, ${link.purpose}, ${link.agentId ?? null}, ${link.accountId ?? null},
            ${JSON.stringify(link.subject ?? {})}, ${now}, ${later(now, link.lastsMs)})`)
  return token
}

/** Opening a link does not use it up. `graceMs`: how long it works after its expiry. */
export function findLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
  graceMs = 0,
): Promise<Link | undefined> {
  return db.maybe<Link>(sql`
    select agent_id as "agentId", account_id as "accountId", subject from links
    where token_hash = ${hashToken(token)} and purpose = ${purpose} and spent_at is null
      and expires_at > ${later(now, -graceMs)}`)
}

/** If a link is submitted twice at the same time, only one submission gets it. */
export function spendLink(
  tx: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
  graceMs = 0,
): Promise<Link | undefined> {
  return tx.maybe<Link>(sql`
    update links set spent_at = ${now}, used_at = ${now}
    where token_hash = ${hashToken(token)} and purpose = ${purpose} and spent_at is null
      and expires_at > ${later(now, -graceMs)}
    returning agent_id as "agentId", account_id as "accountId", subject`)
}

/** True if the link was used, as opposed to replaced, withdrawn or expired. */
export async function wasUsed(db: Db, purpose: LinkPurpose, token: string): Promise<boolean> {
  const used = await db.maybe(sql`
    select 1 from links where token_hash = ${hashToken(token)} and purpose = ${purpose} and used_at is not null`)
  return used !== undefined
}

/** A newer link or a changed password invalidates older links. */
export async function dropLinks(tx: Db, purpose: LinkPurpose, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update links set spent_at = ${now} where agent_id = ${agentId} and purpose = ${purpose} and spent_at is null`)
}

/** Invalidates all links that were mailed to a person who has left. */
export async function dropAllLinks(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`update links set spent_at = ${now} where agent_id = ${agentId} and spent_at is null`)
}

/**
 * How often one IP address may open links of one kind. A 256-bit token cannot be guessed: this only keeps the
 * lookups cheap.
 */
export function linkLimit(kind: string): Limit {
  return { name: `${kind}:place`, tries: 120, windowMinutes: 15 }
}

/**
 * The button of a notice mail for somebody who did not do it. It can only lock: sign out, void the password,
 * and send a reset link to the notice's recipient.
 */
export async function notMeButton(
  tx: Tx,
  { id, accountId, email }: { id: number; accountId: number; email: string },
): Promise<{ label: string; url: string }> {
  const { config, now } = tx
  const link = { purpose: 'not-me', agentId: id, accountId, subject: { email } } as const
  const linkToken = await makeLink(tx, { ...link, lastsMs: NOT_ME_DAYS * DAY }, now)
  return notMeButtonOf(config.publicUrl, linkToken)
}

export function notMeButtonOf(publicUrl: string, linkToken: string): { label: string; url: string } {
  return { label: 'This was not me', url: `${publicUrl}${fillPath(pages['not-me'], { linkToken })}` }
}
