import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PasskeyAnswer } from '#contract/accounts/passkey-credential.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { originOf } from './origin.ts'
import {
  type Asked,
  CHALLENGE_LASTS_MS,
  challengeIn,
  makeChallenge,
  spendChallenge,
} from './passkey-challenges.ts'
import { type PasskeySite, passkeySiteOf, refusePasskeysHere } from './passkey-site.ts'
import { findPasskey, type ListedPasskey, noteUse, type StoredPasskey } from './passkeys.ts'

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Options for navigator.credentials.get. Without a list, the browser offers every passkey it has for this site. */
export async function askForPasskey(
  { db, clock, config }: CheckDeps,
  asked: Asked,
  allowed: readonly Pick<ListedPasskey, 'credentialId' | 'transports'>[],
  visitor: Visitor,
): Promise<{ data: { options: Record<string, unknown> } } | Refused> {
  const site = passkeySiteOf(config, visitor)
  if (!site) return refusePasskeysHere(config)
  const challenge = await makeChallenge(db, asked, visitor, config, clock.now())
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
 * Whose passkey signed the challenge that this browser was given for this purpose, after the person was verified by
 * the authenticator. An answer counts once, whatever becomes of it.
 */
export async function checkPasskey(
  deps: CheckDeps,
  asked: Asked,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<Pick<StoredPasskey, 'agentId' | 'factorsVersion'> | Refused> {
  const { db, clock, config } = deps
  const site = passkeySiteOf(config, visitor)
  if (!site) return refusePasskeysHere(config)
  const now = clock.now()
  const challenge = challengeIn(answer.response.clientDataJSON)
  const spent = await spendChallenge(db, asked, challenge, visitor, config, now)
  if (!spent) return refused(visitor)
  const passkey = await findPasskey(db, Buffer.from(answer.id, 'base64url'))
  if (!passkey)
    return refuse('wrong-credentials', { errors: messages.passkeyUnknown, also: { unknown_passkey: true } })
  const { agentId, factorsVersion } = passkey
  if (spent.agentId !== null && spent.agentId !== agentId) {
    visitor.report('passkey.refused')
    return refuse('wrong-credentials', { errors: messages.passkeyOfOther })
  }
  // Where nobody was named, the authenticator has to name the person (Web Authentication Level 3, 7.2).
  if (spent.agentId === null && !answer.response.userHandle) return refused(visitor, agentId)
  const signed = await verifyPasskey(site, passkey, challenge, answer)
  if (!signed) return refused(visitor, agentId)
  if (await noteUse(db, passkey.id, signed, now)) return { agentId, factorsVersion }
  await noteCopy(deps, agentId, visitor)
  return refuse('wrong-credentials', { errors: messages.passkeyRefused })
}

type Signed = { counter: number; isSynced: boolean }

/** The counter is compared where it is stored, so the check of the library is left out. */
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
    // The library throws whatever it finds wrong with what a visitor has sent.
    return undefined
  }
}

function refused(visitor: Pick<Visitor, 'report'>, agentId?: number): Refused {
  visitor.report('passkey.refused', agentId === undefined ? {} : { agentId })
  return refuse('wrong-credentials', { errors: messages.passkeyRefused })
}

/** A key that signs in two places was copied. The person sees it in the log, and can remove the passkey. */
async function noteCopy({ db, clock }: CheckDeps, agentId: number, visitor: Visitor): Promise<void> {
  visitor.report('passkey.copied', { agentId })
  const { accountId } = await db.one<{ accountId: number }>(
    sql`select account_id as "accountId" from agents where id = ${agentId}`,
  )
  const entry = {
    actor: { agentId },
    action: 'passkey-copied',
    accountId,
    origin: originOf(visitor),
  } as const
  await recordAudit(db, entry, clock.now())
}
