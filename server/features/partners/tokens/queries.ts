import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

export type KeptCode = {
  clientId: string
  agentId: number
  redirectUri: string
  scope: string
  codeChallenge: string | null
  vendorUserId: string
  type: string
  grantId: number | null
  status: Status
  isFraud: boolean
  agentRemoved: boolean
  email: string
  firstName: string
  company: string
  pin: string
  accountId: number
  ip: string
  device: string
}

export function findCode(db: Db, code: string): Promise<KeptCode | undefined> {
  return db.maybe<KeptCode>(sql`
    select c.client_id as "clientId", c.agent_id as "agentId", c.redirect_uri as "redirectUri", c.scope,
      c.code_challenge as "codeChallenge", c.vendor_user_id as "vendorUserId", c.type, c.grant_id as "grantId",
      a.status, a.fraud_marked_at is not null as "isFraud", g.removed_at is not null as "agentRemoved", g.email,
      g.first_name as "firstName", a.company, a.pin, a.id as "accountId", c.ip, c.device
    from authorization_codes c join agents g on g.id = c.agent_id join accounts a on a.id = g.account_id
    where c.code_hash = ${hashToken(code)}`)
}

/**
 * If many requests use the same code at once, one succeeds; the others wait for it and get nothing. A code from before the last
 * password change is worth nothing: whoever let the partner in knew the old one.
 */
export async function spendCode(tx: Db, code: string, now: Date): Promise<boolean> {
  const touched = await tx.run(sql`
    with person as (
      select from authorization_codes c join agents g on g.id = c.agent_id
      where c.code_hash = ${hashToken(code)} and g.removed_at is null
        and c.created_at >= coalesce(g.password_set_at, '-infinity')
      for share of g
    )
    update authorization_codes set used_at = ${now}
    where code_hash = ${hashToken(code)} and used_at is null and expires_at > ${now} and exists (select from person)`)
  return touched > 0
}

export async function lockEnabled(tx: Db, clientId: string): Promise<boolean> {
  const enabled = await tx.maybe(
    sql`select 1 from clients where id = ${clientId} and disabled_at is null for share`,
  )
  return enabled !== undefined
}

/** Each code gets its own connection, so that ending one leaves the others. */
export async function makeGrant(tx: Db, code: KeptCode, shownCode: string, now: Date): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into grants (client_id, agent_id, scope, vendor_user_id, type, created_at)
    values (${code.clientId}, ${code.agentId}, ${code.scope}, ${code.vendorUserId}, ${code.type}, ${now})
    returning id`)
  await tx.run(sql`update authorization_codes set grant_id = ${id} where code_hash = ${hashToken(shownCode)}`)
  return id
}

export async function keepToken(
  tx: Db,
  given: {
    token: string
    grantId: number
    kind: 'access' | 'refresh'
    scope?: string | undefined
    expiresAt: Date
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into tokens (token_hash, grant_id, kind, scope, created_at, expires_at)
    values (${hashToken(given.token)}, ${given.grantId}, ${given.kind}, ${given.scope ?? null}, ${now},
      ${given.expiresAt})`)
}

export type HeldToken = {
  grantId: number
  clientId: string
  scope: string
  kind: 'access' | 'refresh'
  createdAt: Date
  expiresAt: Date
  replacedAt: Date | null
  /** The connection was ended, the partner disabled, or the person has left the account. */
  isRevoked: boolean
  /** When the person connected the partner. */
  grantedAt: Date
  status: Status
  isFraud: boolean
  agentId: number
  email: string
  name: string
  company: string
  pin: string
}

export function findToken(db: Db, token: string): Promise<HeldToken | undefined> {
  return db.maybe<HeldToken>(sql`
    select t.grant_id as "grantId", r.client_id as "clientId", coalesce(t.scope, r.scope) as scope, t.kind,
      t.created_at as "createdAt", t.expires_at as "expiresAt", t.replaced_at as "replacedAt",
      r.revoked_at is not null or c.disabled_at is not null or g.removed_at is not null as "isRevoked",
      r.created_at as "grantedAt", a.status, a.fraud_marked_at is not null as "isFraud", g.id as "agentId", g.email,
      trim(g.first_name || ' ' || g.last_name) as name, a.company, a.pin
    from tokens t join grants r on r.id = t.grant_id join clients c on c.id = r.client_id
    join agents g on g.id = r.agent_id join accounts a on a.id = g.account_id
    where t.token_hash = ${hashToken(token)}`)
}

/** Locks the connection until the transaction ends, so that two refreshes of it run one after the other. */
export async function holdRefreshToken(tx: Db, token: string): Promise<HeldToken | undefined> {
  await tx.run(sql`
    select 1 from grants r join tokens t on t.grant_id = r.id where t.token_hash = ${hashToken(token)} for update of r`)
  const held = await findToken(tx, token)
  return held?.kind === 'refresh' ? held : undefined
}

/** Only the first replacement is recorded: asking again does not extend the grace period. */
export async function replaceToken(tx: Db, token: string, now: Date): Promise<void> {
  await tx.run(sql`
    update tokens set replaced_at = coalesce(replaced_at, ${now}) where token_hash = ${hashToken(token)}`)
}

/** Revokes the successors of a token that is shown again: the answer was lost, or someone else has it. */
export async function endSuccessors(
  tx: Db,
  { grantId, since, token }: { grantId: number; since: Date; token: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update tokens set
      replaced_at = case when kind = 'refresh' then coalesce(replaced_at, ${now}) end,
      expires_at = case when kind = 'access' then least(expires_at, ${now}) else expires_at end
    where grant_id = ${grantId} and created_at >= ${since} and token_hash <> ${hashToken(token)}`)
}

export async function endToken(db: Db, token: string, now: Date): Promise<void> {
  await db.run(sql`
    update tokens set expires_at = least(expires_at, ${now}) where token_hash = ${hashToken(token)}`)
}

/** Updated only now and then: a write per request would cost more than it is worth. */
export async function noteUse(db: Db, grantId: number, now: Date): Promise<void> {
  await db.run(sql`
    update grants set last_used_at = ${now}
    where id = ${grantId} and (last_used_at is null or last_used_at < ${later(now, -MINUTE)})`)
}
