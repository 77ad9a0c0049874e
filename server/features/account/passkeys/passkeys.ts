import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { factorIsDemanded } from '#contract/accounts/second-factor-messages.ts'
import type {
  AcceptedPasskeys,
  addPasskey as addCall,
  answerPasskeyOffer,
  Passkey,
  PasskeysValues,
  recoverPasskeys as recoverCall,
  removePasskey as removeCall,
  renamePasskey as renameCall,
  startPasskey as startCall,
} from '#contract/features/passkeys.ts'
import * as calls from '#contract/features/passkeys.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findTimeZone } from '#server/accounts/accounts.ts'
import { showAccount, showPerson } from '#server/accounts/show-account.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { confirmPassword } from '#server/identity/credentials.ts'
import { isLastDemanded } from '#server/identity/factor-demands.ts'
import { passkeyAddedMail, passkeyRemovedMail } from '#server/identity/factor-mails.ts'
import { dropLinks } from '#server/identity/links.ts'
import { mailAgent } from '#server/identity/mail-person.ts'
import {
  CHALLENGE_LASTS_MS,
  challengeIn,
  descriptorsOf,
  makeChallenge,
  passkeySiteOf,
  refusePasskeysHere,
  spendChallenge,
  verifyNewPasskey,
} from '#server/identity/passkey-check.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  isFactorOf,
  listPasskeys,
  nameFor,
  notePasskeyOffer,
  PASSKEY_ALGORITHMS,
  PASSKEYS_AT_MOST,
  renamePasskeyOf,
  userHandleOf,
} from '#server/identity/passkeys.ts'
import { findRecovery, requestRecovery, waitHoursOf } from '#server/identity/recover-second-factor.ts'
import { by, requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { clearShown, noteShown, waysOf } from '#server/identity/step-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortDate, formatShortMoment } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'

async function showPasskeys(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
  visitor: Pick<Visitor, 'hostName'>,
): Promise<PasskeysValues> {
  const { email } = await showPerson({ db }, session)
  const lost = await showLost(db, session, clock.now())
  const hasPasskeys = (await countPasskeys(db, session.agentId)) > 0
  if (session.scope !== 'account') return { email, passkeys: null, hasPasskeys, worksAt: null, ...lost }
  const passkeys = await passkeysOf(db, session)
  const worksAt = passkeySiteOf(config, visitor) ? null : config.publicUrl
  return { email, passkeys, hasPasskeys, worksAt, ...lost }
}

/** Only someone without another way to confirm a change needs their removal. */
async function showLost(
  db: Db,
  session: Session,
  now: Date,
): Promise<Pick<PasskeysValues, 'lost' | 'confirmsWith'>> {
  const ways = await waysOf(db, session.agentId)
  const confirmsWith = ways.find((way) => way !== 'passkey')
  if (confirmsWith) return session.scope === 'account' ? {} : { confirmsWith }
  const removesAt = await findRecovery(db, session.agentId, now)
  return {
    lost: {
      removesAt: removesAt ? formatShortMoment(await findTimeZone(db, session.accountId), removesAt) : null,
      waitHours: await waitHoursOf(db, session.agentId, now),
    },
  }
}

/** The person's passkeys for display, oldest first. */
async function passkeysOf(
  db: Db,
  { agentId, accountId }: Pick<Session, 'agentId' | 'accountId'>,
): Promise<Passkey[]> {
  const timeZone = await findTimeZone(db, accountId)
  const rows = await listPasskeys(db, agentId)
  return rows.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
    id,
    name,
    made: formatShortDate(timeZone, createdAt),
    last_used: lastUsedAt ? formatShortMoment(timeZone, lastUsedAt) : null,
    is_synced: isSynced,
  }))
}

const byPerson: Limit = { name: 'passkeys:person', tries: 60, windowMinutes: 60 }

/**
 * Options for navigator.credentials.create. The names identify the account, because browsers list passkeys by
 * them.
 */
async function startPasskey(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { is_automatic: isAutomatic }: ParsedBodyOf<typeof startCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall>> {
  const now = clock.now()
  const { agentId, accountNumber } = session
  const site = passkeySiteOf(config, visitor)
  if (!site) throw refusePasskeysHere(config)
  await countTry(db, byPerson, String(agentId), now)
  const existing = await listPasskeys(db, agentId)
  if (existing.length >= PASSKEYS_AT_MOST)
    throw refuse('invalid-fields', { errors: messages.tooManyPasskeys(PASSKEYS_AT_MOST) })
  const { email } = await showPerson({ db }, session)
  const { company } = await showAccount({ db }, session)
  const purpose = isAutomatic ? 'register-automatically' : 'register'
  const challenge = await makeChallenge(db, { purpose, agentId }, visitor, config, now)
  const options = await generateRegistrationOptions({
    rpName: site.rpName,
    rpID: site.rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LASTS_MS,
    userID: new Uint8Array(await userHandleOf(db, agentId)),
    userName: `${email} (${accountNumber})`,
    userDisplayName: `${company} (${accountNumber})`,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: descriptorsOf(existing),
    authenticatorSelection: {
      residentKey: 'required',
      // Nobody is present to be verified when the browser makes one automatically. Every use is verified.
      userVerification: isAutomatic ? 'preferred' : 'required',
    },
  })
  return { data: { options: { ...options } } }
}

/** Stores the passkey, queues the notice and writes the log, in one transaction. */
async function addPasskey(
  deps: TransactionDeps,
  { credential, is_automatic: isAutomatic }: ParsedBodyOf<typeof addCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof addCall>> {
  const { db, clock, config } = deps
  const { agentId } = session
  const site = passkeySiteOf(config, visitor)
  if (!site) throw refusePasskeysHere(config)
  const now = clock.now()
  const challenge = challengeIn(credential.response.clientDataJSON)
  const purpose = isAutomatic ? 'register-automatically' : 'register'
  const isAsked = await spendChallenge(db, { purpose, agentId }, challenge, visitor, config, now)
  const made = isAsked ? await verifyNewPasskey(site, challenge, credential, { isAutomatic }) : undefined
  if (!made) throw refuse('invalid-fields', { errors: messages.passkeyRefused })
  const name = nameFor(made.aaguid, visitor.userAgent)
  const added = await transaction(deps, async (tx) => {
    // Of two concurrent requests, the second waits here, and then counts the first one's passkey.
    await requireOpenSession(tx, session)
    if ((await countPasskeys(tx, agentId)) >= PASSKEYS_AT_MOST)
      throw refuse('invalid-fields', { errors: messages.tooManyPasskeys(PASSKEYS_AT_MOST) })
    const id = await insertPasskey(tx, agentId, { ...made, name }, tx.now)
    if (id === undefined) throw refuse('invalid-fields', { errors: messages.passkeyAlreadyThere })
    // From now on a password is not enough for this person. The authenticator has just verified them, as with
    // any use, unless the browser made the passkey automatically: then the password is enough until its first
    // use.
    if (!isAutomatic) {
      await noteShown(tx, session, 'passkey', tx.now)
      await dropLinks(tx, 'second-factor-recovery', agentId, tx.now)
    }
    const added = { name, isAutomatic, ways: await waysOf(tx, agentId) }
    await mailAgent(tx, agentId, passkeyAddedMail, added)
    const details = { passkey: name }
    await tx.audit({ ...by(session), action: 'passkey-added', details })
    const passkeys = await passkeysOf(tx, session)
    return { data: { added: passkeys.find((passkey) => passkey.id === id) as Passkey, passkeys } }
  })
  visitor.report('passkey.added')
  return added
}

async function renamePasskey(
  deps: TransactionDeps,
  { passkey_id: id, name }: ParsedBodyOf<typeof renameCall>,
  session: Session,
): Promise<AnswerOf<typeof renameCall>> {
  return transaction(deps, async (tx) => {
    const isRenamed = await renamePasskeyOf(tx, { agentId: session.agentId, id, name })
    if (!isRenamed) throw refuse('not-found', { errors: messages.passkeyGone })
    await tx.audit({ ...by(session), action: 'passkey-renamed', details: { passkey: name } })
    return { data: { passkeys: await passkeysOf(tx, session) } }
  })
}

/** Takes effect at once. The answer lists what still works, so that the browser can drop the removed one. */
async function removePasskey(
  deps: TransactionDeps,
  { passkey_id: id }: ParsedBodyOf<typeof removeCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof removeCall>> {
  const { config } = deps
  const { agentId } = session
  const removed = await transaction(deps, async (tx) => {
    await requireOpenSession(tx, session)
    if ((await isFactorOf(tx, agentId, id)) && (await isLastDemanded(tx, session)))
      throw refuse('invalid-fields', { errors: factorIsDemanded })
    const name = await deletePasskey(tx, agentId, id)
    if (name === undefined) throw refuse('not-found', { errors: messages.passkeyGone })
    await clearShown(tx, session, 'passkey')
    await mailAgent(tx, agentId, passkeyRemovedMail, name)
    const details = { passkey: name }
    await tx.audit({ ...by(session), action: 'passkey-removed', details })
    const rpId = passkeySiteOf(config, visitor)?.rpId
    const accepted = rpId === undefined ? null : await acceptedOf(tx, agentId, rpId)
    return { data: { passkeys: await passkeysOf(tx, session), accepted } }
  })
  visitor.report('passkey.removed')
  return removed
}

async function acceptedOf(tx: Db, agentId: number, rpId: string): Promise<AcceptedPasskeys> {
  const [handle, left] = [await userHandleOf(tx, agentId), await listPasskeys(tx, agentId)]
  return {
    rpId,
    userId: handle.toString('base64url'),
    allAcceptedCredentialIds: left.map(({ credentialId }) => credentialId.toString('base64url')),
  }
}

/**
 * For someone who knows the password and lost every passkey, and so can confirm no change. Nobody can shorten
 * the wait.
 */
async function recoverPasskeys(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { current_password }: ParsedBodyOf<typeof recoverCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof recoverCall>> {
  const { db } = deps
  const { agentId, accountId } = session
  // Anyone with another way removes them with it; a password that is not enough is not checked.
  const ways = await waysOf(db, agentId)
  if (ways.some((way) => way !== 'passkey')) throw refuse('invalid-fields', { errors: messages.hasOtherWay })
  const typed = { field: 'current_password', password: current_password }
  await confirmPassword(deps, session, typed, visitor)
  const recovery = await transaction(deps, (tx) => requestRecovery(tx, session, { agentId }))
  if (!recovery) throw refuse('invalid-fields', { errors: messages.passkeyGone })
  visitor.report('second-factor.recovery-asked')
  const timeZone = await findTimeZone(db, accountId)
  return { data: { removes_at: formatShortMoment(timeZone, recovery.removesAt) } }
}

async function answerOffer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { answer }: ParsedBodyOf<typeof answerPasskeyOffer>,
  { agentId }: Session,
): Promise<AnswerOf<typeof answerPasskeyOffer>> {
  await notePasskeyOffer(db, agentId, answer, clock.now())
  return { data: { status: 'noted' } }
}

export function passkeysRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'passkeys', (session, { visitor }) => showPasskeys(deps, session, visitor))
  accountRoute(app, deps, calls.startPasskey, (body, session, visitor) =>
    startPasskey(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.addPasskey, (body, session, visitor) =>
    addPasskey(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.renamePasskey, (body, session) => renamePasskey(deps, body, session))
  accountRoute(app, deps, calls.removePasskey, (body, session, visitor) =>
    removePasskey(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.recoverPasskeys, (body, session, visitor) =>
    recoverPasskeys(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.answerPasskeyOffer, (body, session) => answerOffer(deps, body, session))
}
