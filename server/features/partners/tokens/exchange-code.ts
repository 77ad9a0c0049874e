import { createHash } from 'node:crypto'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import type { Client } from '#server/identity/clients.ts'
import { revokeGrant } from '#server/identity/grants.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { isSameText } from '#server/platform/secret-tokens.ts'
import type { TokensAnswer } from './issue-tokens.ts'
import { issueTokens } from './issue-tokens.ts'
import { postNewLinkNotice } from './mails.ts'
import { findCode, type KeptCode, lockEnabled, makeGrant, spendCode } from './queries.ts'
import { refuseOAuth } from './refuse-oauth.ts'

type Shown = { code: string; redirect_uri: string; code_verifier: string }
type ExchangeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/**
 * Exchanges a code for a connection, once. Showing it again ends the connection: one of the two had stolen
 * it.
 */
export async function exchangeCode(
  deps: ExchangeDeps,
  client: Client,
  shown: Shown,
  visitor: Pick<Visitor, 'report'>,
): Promise<TokensAnswer | Refused> {
  if (shown.code === '') return refuseOAuth('invalid_request', 'The code is missing.')
  const { db, clock } = deps
  const now = clock.now()
  const code = await findCode(db, shown.code)
  const complaint = complaintOf(code, client, shown)
  if (!code || complaint !== undefined) return refuseOAuth('invalid_grant', complaint ?? unknownCode)

  const given = await db.transaction(async (tx) => {
    // The partner may have been disabled since it has shown its secret.
    if (!(await lockEnabled(tx, client.id)) || !(await spendCode(tx, shown.code, now))) return undefined
    return connect(tx, { ...deps, now }, client, code, shown.code)
  })
  const who = { partner: client.id, agentId: code.agentId, accountNumber: code.pin }
  if (given) {
    visitor.report('partner.connected', who)
    return given
  }
  const spent = await findCode(db, shown.code)
  if (spent?.grantId) {
    await revokeGrant(db, spent.grantId, now)
    visitor.report('partner.token-replayed', who)
  }
  return refuseOAuth('invalid_grant', 'The code has already been used, or is more than 60 seconds old.')
}

const unknownCode = 'The code is unknown.'

/**
 * Checks that do not depend on time, before the code is used up: a partner's mistake does not cost it the
 * code.
 */
function complaintOf(code: KeptCode | undefined, client: Client, shown: Shown): string | undefined {
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

async function connect(
  tx: Db,
  deps: Pick<ExchangeDeps, 'config' | 'jobs'> & { now: Date },
  client: Client,
  code: KeptCode,
  shownCode: string,
): Promise<TokensAnswer> {
  const { agentId, accountId, ip, device } = code
  const grantId = await makeGrant(tx, code, shownCode, deps.now)
  const entry = { actor: { agentId }, origin: { ip, device }, details: { app: client.name } }
  await recordAudit(tx, { ...entry, action: 'app-connected', accountId }, deps.now)
  // Each time: whoever stole a password may connect their own copy of a partner that the person uses already.
  await postNewLinkNotice(tx, deps, client, code)
  return issueTokens(tx, { grantId, grantedAt: deps.now, scope: code.scope }, deps.now)
}
