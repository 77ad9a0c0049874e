import type { Status } from '#contract/accounts/statuses.ts'
import type {
  introspectToken as introspectTokenCall,
  revokeToken as revokeTokenCall,
  whoAmI as whoAmICall,
} from '#contract/features/tokens.ts'
import { scopesIn } from '#contract/partners/scopes.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { revokeGrant } from '#server/identity/partners.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { bearerIn, type Visitor } from '#server/platform/http/visitor.ts'
import { refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { later, MINUTE, SECOND } from '#server/ports/clock.ts'
import { proveClient, refuseOAuth } from './clients.ts'

/** RFC 7662. A partner can inspect its own tokens; any other token is reported as inactive. */
export async function introspectToken(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ParsedBodyOf<typeof introspectTokenCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<AnswerOf<typeof introspectTokenCall>> {
  const client = await proveClient(deps, body, visitor)
  // Anyone can name a public client, so someone who found a token could test it here.
  if (!client.isConfidential) throw refuse('unproven-partner', { also: { error: 'invalid_client' } })
  if (body.token === '') throw refuseOAuth('invalid_request', 'The token is missing.')
  const token = await findLiveToken(deps.db, body.token, deps.clock.now())
  // A caller that relies on this answer must not grant access to a suspended account.
  if (token?.clientId !== client.id || !isOpenToPartners(token)) return { active: false }
  return {
    active: true,
    scope: token.scope,
    client_id: token.clientId,
    username: token.email,
    ...(token.kind === 'access' ? { token_type: 'Bearer' } : {}),
    exp: Math.floor(token.expiresAt.getTime() / SECOND),
    iat: Math.floor(token.createdAt.getTime() / SECOND),
    sub: String(token.agentId),
    iss: deps.config.publicUrl,
  }
}

/**
 * The account a token belongs to. An expired or revoked token is 401, which tells a partner to refresh; never
 * 403. A suspended account is 403, which tells it to wait: a refresh would not help, and the connection is
 * still valid.
 */
export async function whoAmI(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { authorization }: Pick<Visitor, 'authorization'>,
): Promise<AnswerOf<typeof whoAmICall>> {
  const realm = `Bearer realm="${config.publicUrl}"`
  const shown = bearerIn(authorization)
  if (shown === undefined)
    throw refuse('invalid-token', { also: { error: 'invalid_token' }, challenge: realm })
  const now = clock.now()
  const token = await findLiveToken(db, shown, now)
  if (token?.kind !== 'access') {
    const challenge = `${realm}, error="invalid_token"`
    throw refuse('invalid-token', { also: { error: 'invalid_token' }, challenge })
  }
  if (!isOpenToPartners(token)) throw refuse('suspended-account', { also: { error: 'account_suspended' } })
  if (!scopesIn(token.scope).includes('profile')) {
    const challenge = `${realm}, error="insufficient_scope", scope="profile"`
    throw refuse('narrow-token', { also: { error: 'insufficient_scope' }, challenge })
  }
  await noteUse(db, token.grantId, now)
  return { company: token.company, name: token.name, pin: token.pin, email: token.email }
}

/** RFC 7009: an unknown token counts as revoked. Revoking a refresh token ends its whole connection. */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ParsedBodyOf<typeof revokeTokenCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<AnswerOf<typeof revokeTokenCall>> {
  const client = await proveClient(deps, body, visitor)
  if (body.token === '') throw refuseOAuth('invalid_request', 'The token is missing.')
  const now = deps.clock.now()
  const token = await findToken(deps.db, body.token)
  if (token?.clientId === client.id) {
    if (token.kind === 'refresh') await revokeGrant(deps.db, token.grantId, now)
    else await endToken(deps.db, body.token, now)
  }
  return {}
}

/**
 * A token that is valid now, whatever the account's status. A replaced refresh token is not, even within its
 * grace period.
 */
async function findLiveToken(db: Db, token: string, now: Date): Promise<StoredToken | undefined> {
  const stored = token === '' ? undefined : await findToken(db, token)
  const isOver = !stored || stored.isRevoked || stored.isFraud || stored.replacedAt || stored.expiresAt <= now
  return isOver ? undefined : stored
}

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
 * If many requests use the same code at once, one succeeds; the others wait for it and get nothing. A code
 * from before the last password change is void: the person who authorized it knew the old password.
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

export async function storeToken(
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

export type StoredToken = {
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

function findToken(db: Db, token: string): Promise<StoredToken | undefined> {
  return db.maybe<StoredToken>(sql`
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
export async function lockRefreshToken(tx: Db, token: string): Promise<StoredToken | undefined> {
  await tx.run(sql`
    select 1 from grants r join tokens t on t.grant_id = r.id where t.token_hash = ${hashToken(token)} for update of r`)
  const stored = await findToken(tx, token)
  return stored?.kind === 'refresh' ? stored : undefined
}

/** Only the first replacement is recorded: asking again does not extend the grace period. */
export async function replaceToken(tx: Db, token: string, now: Date): Promise<void> {
  await tx.run(sql`
    update tokens set replaced_at = coalesce(replaced_at, ${now}) where token_hash = ${hashToken(token)}`)
}

/** Revokes the successors of a reused token: the answer was lost, or someone else has it. */
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

async function endToken(db: Db, token: string, now: Date): Promise<void> {
  await db.run(sql`
    update tokens set expires_at = least(expires_at, ${now}) where token_hash = ${hashToken(token)}`)
}

/** Updated only now and then: a write per request would cost more than it is worth. */
async function noteUse(db: Db, grantId: number, now: Date): Promise<void> {
  await db.run(sql`
    update grants set last_used_at = ${now}
    where id = ${grantId} and (last_used_at is null or last_used_at < ${later(now, -MINUTE)})`)
}
