import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { NewPasskey, PasskeyAnswer } from '#contract/accounts/factors.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { PASSKEY_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/loopback.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import {
  findPasskey,
  type ListedPasskey,
  type MadePasskey,
  noteUse,
  PASSKEY_ALGORITHMS,
  type StoredPasskey,
} from './passkeys.ts'
import { originOf } from './sessions.ts'

type CheckDeps = TransactionDeps

/** Options for navigator.credentials.get. Without a list, the browser offers every passkey it has for this site. */
export async function askForPasskey(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  request: ChallengePurpose,
  allowed: readonly Pick<ListedPasskey, 'credentialId' | 'transports'>[],
  visitor: Visitor,
): Promise<{ data: { options: Record<string, unknown> } }> {
  const site = passkeySiteOf(config, visitor)
  if (!site) throw refusePasskeysHere(config)
  const challenge = await makeChallenge(db, request, visitor, config, clock.now())
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LASTS_MS,
    userVerification: 'required',
    allowCredentials: descriptorsOf(allowed),
  })
  return { data: { options: { ...options } } }
}

/** Credentials as the Web Authentication API lists them. */
export function descriptorsOf(passkeys: readonly Pick<ListedPasskey, 'credentialId' | 'transports'>[]) {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports: transports as never[],
  }))
}

/**
 * Whose passkey signed the challenge given to this browser for this purpose, after the authenticator verified
 * the person. An answer counts once, whatever the outcome.
 */
export async function checkPasskey(
  deps: CheckDeps,
  request: ChallengePurpose,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<Pick<StoredPasskey, 'agentId' | 'factorsVersion'>> {
  const { db, clock, config } = deps
  const site = passkeySiteOf(config, visitor)
  if (!site) throw refusePasskeysHere(config)
  const now = clock.now()
  const challenge = challengeIn(answer.response.clientDataJSON)
  const spent = await spendChallenge(db, request, challenge, visitor, config, now)
  if (!spent) throw refused(visitor)
  const passkey = await findPasskey(db, Buffer.from(answer.id, 'base64url'))
  if (!passkey)
    throw refuse('wrong-credentials', { errors: messages.passkeyUnknown, also: { unknown_passkey: true } })
  const { agentId, factorsVersion } = passkey
  if (spent.agentId !== null && spent.agentId !== agentId) {
    visitor.report('passkey.refused')
    throw refuse('wrong-credentials', { errors: messages.passkeyOfOther })
  }
  // If nobody was named, the authenticator has to name the person (Web Authentication Level 3, 7.2).
  if (spent.agentId === null && !answer.response.userHandle) throw refused(visitor, agentId)
  const signed = await verifyPasskey(site, passkey, challenge, answer)
  if (!signed) throw refused(visitor, agentId)
  if (await noteUse(db, passkey.id, signed, now)) return { agentId, factorsVersion }
  await noteCopy(deps, agentId, visitor)
  throw refuse('wrong-credentials', { errors: messages.passkeyRefused })
}

type Signed = { counter: number; isSynced: boolean }

/** The counter is compared where it is stored, so the library's check is skipped. */
export async function verifyPasskey(
  { origin, rpId }: PasskeySite,
  passkey: Pick<StoredPasskey, 'publicKey' | 'userHandle'>,
  expectedChallenge: string,
  { id, response }: PasskeyAnswer,
): Promise<Signed | undefined> {
  const { userHandle, ...rest } = response
  if (userHandle && userHandle !== passkey.userHandle.toString('base64url')) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response: rest, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch {
    // The library throws for anything wrong with a visitor's input.
    return undefined
  }
}

function refused(visitor: Pick<Visitor, 'report'>, agentId?: number): Refused {
  visitor.report('passkey.refused', agentId === undefined ? {} : { agentId })
  return refuse('wrong-credentials', { errors: messages.passkeyRefused })
}

/** A key that signs in two places was copied. The person sees it in the log and can remove the passkey. */
async function noteCopy(deps: CheckDeps, agentId: number, visitor: Visitor): Promise<void> {
  visitor.report('passkey.copied', { agentId })
  await transaction(deps, async (tx) => {
    const { accountId } = await tx.one<{ accountId: number }>(
      sql`select account_id as "accountId" from agents where id = ${agentId}`,
    )
    const origin = originOf(visitor)
    await tx.audit({ actor: { agentId }, action: 'passkey-copied', accountId, origin })
  })
}

/** The browser's new credential, if it matches the request. Automatic: made without a dialog. */
export async function verifyNewPasskey(
  { origin, rpId }: PasskeySite,
  expectedChallenge: string,
  { id, response }: NewPasskey,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<(Omit<MadePasskey, 'name'> & { aaguid: string }) | undefined> {
  const { transports = [], ...rest } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response: rest, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserPresence: !isAutomatic,
      requireUserVerification: !isAutomatic,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { credential, credentialBackedUp, aaguid } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports,
      isSynced: credentialBackedUp,
      isAutomatic,
      aaguid,
    }
  } catch {
    // The library throws for anything wrong with the browser's input.
    return undefined
  }
}

type Jar = { isHttps: boolean }
const COOKIE = 'passkey'
export const CHALLENGE_LASTS_MS = PASSKEY_MINUTES * MINUTE

/** What the answer may be used for. `register-automatically`: made by the browser itself after a password. */
type PasskeyPurpose = 'register' | 'register-automatically' | 'sign-in' | 'second-step' | 'step-up'
/** Without an agent if it is not known yet who signs in. */
type ChallengePurpose = { purpose: PasskeyPurpose; agentId?: number | undefined }

/** Returns the challenge: 256 random bits for this browser. Several tabs may each have one. */
export async function makeChallenge(
  db: Db,
  { purpose, agentId }: ChallengePurpose,
  visitor: Pick<Visitor, 'cookies' | 'setCookie'>,
  jar: Jar,
  now: Date,
): Promise<string> {
  const browser = visitor.cookies[cookieName(COOKIE, jar)] || newToken()
  const challenge = newToken()
  await db.run(sql`
    insert into passkey_challenges (challenge_hash, browser_hash, purpose, agent_id, created_at, expires_at)
    values (${hashToken(challenge)}, ${hashToken(browser)}, ${purpose}, ${agentId ?? null}, ${now},
      ${later(now, CHALLENGE_LASTS_MS)})`)
  visitor.setCookie(cookieOf(COOKIE, browser, CHALLENGE_LASTS_MS, jar))
  return challenge
}

/**
 * The person named when the browser got this challenge: null if nobody was. Undefined if the challenge does
 * not count. Of two requests with the same challenge, only one gets it.
 */
export async function spendChallenge(
  db: Db,
  { purpose, agentId }: ChallengePurpose,
  challenge: string,
  visitor: Pick<Visitor, 'cookies'>,
  jar: Jar,
  now: Date,
): Promise<{ agentId: number | null } | undefined> {
  const browser = visitor.cookies[cookieName(COOKIE, jar)]
  if (!browser) return undefined
  return db.maybe<{ agentId: number | null }>(sql`
    delete from passkey_challenges
    where challenge_hash = ${hashToken(challenge)} and browser_hash = ${hashToken(browser)}
      and purpose = ${purpose} and agent_id is not distinct from coalesce(${agentId ?? null}::bigint, agent_id)
      and expires_at > ${now}
    returning agent_id as "agentId"`)
}

/** The challenge that a browser claims was signed. Empty if unreadable. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

export type PasskeySite = { origin: string; rpId: string; rpName: string }

/**
 * The site that passkeys are bound to, or undefined if they do not work at the browser's URL: browsers need
 * https or localhost, and never accept an IP address. On https only PUBLIC_URL decides, because a proxy may
 * forward a different host name.
 */
export function passkeySiteOf(
  { publicUrl, isHttps, provider }: Pick<Config, 'publicUrl' | 'isHttps' | 'provider'>,
  { hostName }: Pick<Visitor, 'hostName'>,
): PasskeySite | undefined {
  const { origin, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined
  const isTrusted = isHttps || (isLoopback(hostname) && hostName === hostname)
  return isTrusted ? { origin, rpId: hostname, rpName: provider.brandName } : undefined
}

export function refusePasskeysHere({ publicUrl }: Pick<Config, 'publicUrl'>): Refused {
  return refuse('invalid-fields', { errors: messages.passkeyNotHere(publicUrl) })
}
