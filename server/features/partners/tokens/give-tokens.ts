import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ACCESS_TOKEN_SECONDS, CONNECTION_DAYS, REFRESH_TOKEN_DAYS } from '#contract/calendar/lifetimes.ts'
import {
  giveTokens as giveTokensCall,
  introspectToken as introspectTokenCall,
  revokeToken as revokeTokenCall,
  serverMetadata,
  whoAmI as whoAmICall,
} from '#contract/features/tokens.ts'
import { pages } from '#contract/pages.ts'
import { describeScopes, scopesIn } from '#contract/partners/scopes.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import { type Client, revokeGrant } from '#server/identity/partners.ts'
import type { Db } from '#server/platform/db/database.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { accountInMail, type NamedAccount } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { isSameText, newToken } from '#server/platform/secret-tokens.ts'
import {
  lockedTransaction,
  type TransactionDeps,
  type Tx,
  transaction,
} from '#server/platform/transaction.ts'
import { DAY, later, MINUTE, SECOND } from '#server/ports/clock.ts'
import { metadataOf, proveClient, refuseOAuth } from './clients.ts'
import {
  endSuccessors,
  findCode,
  introspectToken,
  type KeptCode,
  lockEnabled,
  lockRefreshToken,
  makeGrant,
  replaceToken,
  revokeToken,
  spendCode,
  storeToken,
  whoAmI,
} from './read-tokens.ts'

/** The token endpoint: authenticates the client, then handles the grant type. */
async function giveTokens(
  deps: TransactionDeps,
  body: ParsedBodyOf<typeof giveTokensCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip' | 'report'>,
): Promise<TokensAnswer> {
  const client = await proveClient(deps, body, visitor)
  if (body.grant_type === '') throw refuseOAuth('invalid_request', 'The grant_type is missing.')
  switch (body.grant_type) {
    case 'authorization_code':
      return exchangeCode(deps, client, body, visitor)
    case 'refresh_token':
      return refreshTokens(deps, client, body, visitor)
    default:
      throw refuseOAuth(
        'unsupported_grant_type',
        'The grant_type must be authorization_code or refresh_token.',
      )
  }
}

type CodeExchange = { code: string; redirect_uri: string; code_verifier: string }

/**
 * Exchanges a code for a connection, once. Showing it again ends the connection: one of the two had stolen
 * it.
 */
export async function exchangeCode(
  deps: TransactionDeps,
  client: Client,
  shown: CodeExchange,
  visitor: Pick<Visitor, 'report'>,
): Promise<TokensAnswer> {
  if (shown.code === '') throw refuseOAuth('invalid_request', 'The code is missing.')
  const { db, clock } = deps
  // A code that arrives in time does not expire while it waits for a connection.
  const now = clock.now()
  const code = await findCode(db, shown.code)
  const complaint = complaintOf(code, client, shown)
  if (!code || complaint !== undefined) throw refuseOAuth('invalid_grant', complaint ?? unknownCode)

  const tokens = await transaction(deps, async (tx) => {
    // The partner may have been disabled since it showed its secret.
    if (!(await lockEnabled(tx, client.id)) || !(await spendCode(tx, shown.code, now))) return undefined
    return connect(tx, client, code, shown.code)
  })
  const who = { partner: client.id, agentId: code.agentId, accountNumber: code.pin }
  if (tokens) {
    visitor.report('partner.connected', who)
    return tokens
  }
  const spent = await findCode(db, shown.code)
  if (spent?.grantId) {
    await revokeGrant(db, spent.grantId, now)
    visitor.report('partner.token-replayed', who)
  }
  throw refuseOAuth('invalid_grant', 'The code has already been used, or is more than 60 seconds old.')
}

const unknownCode = 'The code is unknown.'

/**
 * Checks that do not depend on time, before the code is used up: a partner's mistake does not cost it the
 * code.
 */
function complaintOf(code: KeptCode | undefined, client: Client, shown: CodeExchange): string | undefined {
  if (!code || code.clientId !== client.id) return unknownCode
  if (code.agentRemoved || !isOpenToPartners(code))
    return 'The account for this code cannot be used by partners.'
  const mayLeaveOut = client.isConfidential && shown.redirect_uri === ''
  if (!mayLeaveOut && shown.redirect_uri !== code.redirectUri)
    return 'The redirect_uri does not match the one the code was sent to.'
  // The code was requested just before PKCE became mandatory for this partner.
  if (client.requiresPkce && code.codeChallenge === null)
    return 'The code was requested without a code_challenge.'
  return complaintOfVerifier(code.codeChallenge, shown.code_verifier)
}

function complaintOfVerifier(challenge: string | null, verifier: string): string | undefined {
  if (challenge === null) {
    return verifier === ''
      ? undefined
      : 'There is a code_verifier, but the code was requested without a code_challenge.'
  }
  if (verifier === '') return 'The code_verifier is missing.'
  const fits =
    /^[\w.~-]{43,128}$/.test(verifier) &&
    isSameText(createHash('sha256').update(verifier).digest('base64url'), challenge)
  return fits ? undefined : 'The code_verifier does not match the code_challenge.'
}

async function connect(tx: Tx, client: Client, code: KeptCode, shownCode: string): Promise<TokensAnswer> {
  const { agentId, accountId, ip, device } = code
  const grantId = await makeGrant(tx, code, shownCode, tx.now)
  const entry = { actor: { agentId }, origin: { ip, device }, details: { app: client.name } }
  await tx.audit({ ...entry, action: 'app-connected', accountId })
  // Each time: a password thief may connect their own copy of a partner that the person already uses.
  const { name } = client
  await mailPerson(tx, { ...code, id: code.agentId }, partnerLinkedMail, { name, scope: code.scope })
  return issueTokens(tx, { grantId, grantedAt: tx.now, scope: code.scope }, tx.now)
}

/** How long a partner may retry after a lost answer, or with two workers refreshing at once. */
const GRACE_MS = MINUTE

/**
 * Exchanges a refresh token for a new pair. Within the grace period an old token yields one more pair, and
 * only the newest is valid; using a token that was replaced earlier than that ends the connection. A
 * suspended account keeps its connections, but none of them has access: to a partner `invalid_grant` is
 * permanent (docs/decisions/oauth-server.md).
 */
async function refreshTokens(
  deps: TransactionDeps,
  client: Client,
  shown: { refresh_token: string; scope: string },
  visitor: Pick<Visitor, 'report'>,
): Promise<TokensAnswer> {
  if (shown.refresh_token === '') throw refuseOAuth('invalid_request', 'The refresh_token is missing.')
  // Of two concurrent workers, the one that gets the lock second is the later one.
  const outcome = await lockedTransaction(
    deps,
    (tx) => lockRefreshToken(tx, shown.refresh_token),
    async (tx, stored) => {
      if (stored?.clientId === client.id && endOfConnection(stored.grantedAt) <= tx.now)
        throw refuseOAuth(
          'invalid_grant',
          'The connection is a year old and has expired. Ask the person to connect again.',
        )
      if (!stored || stored.clientId !== client.id || stored.isRevoked || stored.expiresAt <= tx.now)
        throw refuseOAuth('invalid_grant', 'The refresh token is unknown, expired or revoked.')
      if (stored.replacedAt && tx.now.getTime() - stored.replacedAt.getTime() > GRACE_MS) {
        await revokeGrant(tx, stored.grantId, tx.now)
        return { kind: 'replayed' as const, stored }
      }
      if (stored.isFraud) throw refuseOAuth('invalid_grant', 'The account cannot be used by partners.')
      const request = scopesIn(shown.scope)
      if (!request.every((name) => scopesIn(stored.scope).includes(name)))
        throw refuseOAuth('invalid_scope', `The scope must not exceed what was granted: ${stored.scope}.`)
      const { grantId, replacedAt } = stored
      if (replacedAt)
        await endSuccessors(tx, { grantId, since: replacedAt, token: shown.refresh_token }, tx.now)
      await replaceToken(tx, shown.refresh_token, tx.now)
      const narrowed = request.length > 0 ? request.join(' ') : undefined
      return { kind: 'issued' as const, tokens: await issueTokens(tx, { ...stored, narrowed }, tx.now) }
    },
  )
  if (outcome.kind === 'issued') return outcome.tokens
  // Only after the commit: the connection stays ended.
  const { agentId, pin: accountNumber } = outcome.stored
  visitor.report('partner.token-replayed', { partner: client.id, agentId, accountNumber })
  throw refuseOAuth('invalid_grant', 'The refresh token was already replaced. The connection has been ended.')
}

const ACCESS_LASTS_MS = ACCESS_TOKEN_SECONDS * SECOND
/** Time from one refresh to the next; a partner unused for longer must be connected again. */
const REFRESH_LASTS_MS = REFRESH_TOKEN_DAYS * DAY
/** However active the partner is, a person must connect it again once a year. */
const CONNECTION_LASTS_MS = CONNECTION_DAYS * DAY

type TokensAnswer = AnswerOf<typeof giveTokensCall>

function endOfConnection(grantedAt: Date): Date {
  return later(grantedAt, CONNECTION_LASTS_MS)
}

async function issueTokens(
  tx: Db,
  given: { grantId: number; grantedAt: Date; scope: string; narrowed?: string | undefined },
  now: Date,
): Promise<TokensAnswer> {
  const { grantId, grantedAt, scope, narrowed } = given
  const access = newToken()
  const refresh = newToken()
  const accessEnds = endWithin(grantedAt, later(now, ACCESS_LASTS_MS))
  const refreshEnds = endWithin(grantedAt, later(now, REFRESH_LASTS_MS))
  await storeToken(
    tx,
    { token: access, grantId, kind: 'access', scope: narrowed, expiresAt: accessEnds },
    now,
  )
  await storeToken(tx, { token: refresh, grantId, kind: 'refresh', expiresAt: refreshEnds }, now)
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: secondsBetween(now, accessEnds),
    refresh_token: refresh,
    refresh_token_expires_in: secondsBetween(now, refreshEnds),
    scope: narrowed ?? scope,
  }
}

function endWithin(grantedAt: Date, wanted: Date): Date {
  const last = endOfConnection(grantedAt)
  return wanted < last ? wanted : last
}

function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / SECOND)
}

/** Endpoints that partners call directly, without a person: cookies are not read. */
export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, serverMetadata, async () => metadataOf(deps.config.publicUrl))
  route(app, giveTokensCall, (body, visitor) => giveTokens(deps, body, visitor))
  route(app, revokeTokenCall, (body, visitor) => revokeToken(deps, body, visitor))
  route(app, introspectTokenCall, (body, visitor) => introspectToken(deps, body, visitor))
  route(app, whoAmICall, (_, visitor) => whoAmI(deps, visitor))
}

export function partnerLinkedMail(
  account: NamedAccount,
  { publicUrl, provider }: MailSite,
  { name, scope }: Pick<Client, 'name'> & Pick<KeptCode, 'scope'>,
): PersonalMail {
  return {
    purpose: 'new-partner',
    subject: `${name} is now connected to your account ${account.pin}`,
    paragraphs: [
      `You connected ${name} to ${accountInMail(account)}.`,
      `It can: ${describeScopes(scope).join('; ')}.`,
      'If this was you, you do not need to do anything. You can disconnect it at any time.',
    ],
    buttons: [{ label: 'See your connected apps', url: `${publicUrl}${pages['connected-apps']}` }],
    closing: [
      `Was this not you? Choose “This was not me”: we disconnect it and sign you out everywhere. ${questions({ provider })}`,
    ],
    offersNotMe: true,
  }
}
