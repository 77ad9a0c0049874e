import QRCode from 'qrcode'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { Deps } from '#server/deps.ts'
import type { Origin } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Counted, countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { noteFailure } from './credentials.ts'
import { factorOnMail, recoveryCodeUsedMail } from './factor-mails.ts'
import { dropLinks } from './links.ts'
import { mailAgent } from './mail-person.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  findPendingSecret,
  findSecondFactor,
  hashRecoveryCode,
  isCodeOfSetUp,
  makeRecoveryCodes,
  type SetUpOwner,
  spendRecoveryCode,
  spendTotpCode,
  storeRecoveryCodes,
} from './second-factors.ts'
import { originOf } from './sessions.ts'
import { newTotpSecret, totpCodeIn, totpUri } from './totp.ts'

/** Three of a million codes are valid at a time: with 40 attempts a day, guessing one takes years. */
const byPerson: Limit[] = [
  { name: 'second-factor:person', tries: 10, windowMinutes: 15 },
  { name: 'second-factor:person-day', tries: 40, windowMinutes: 24 * 60 },
]
const byIp: Limit = { name: 'second-factor:place', tries: 60, windowMinutes: 15 }

/** Every attempt is counted before it is checked. A correct one is restored. */
function guessesOf(agentId: number, ip: string): Counted[] {
  return [...limitByIp(byIp, ip), ...guessesOfPerson(agentId)]
}

/** Clears the limits of a person; those of a network stay. */
export function guessesOfPerson(agentId: number): Counted[] {
  return byPerson.map((limit) => [limit, String(agentId)])
}

/**
 * Asks for the second factor: a code of the app, or a recovery code. The code is used up in the transaction
 * that needed it, and not if `act` refuses. Showing the factor proves that it is not lost: a request to
 * remove it is canceled.
 */
export async function withSecondFactor<Done>(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { agentId, code }: { agentId: number; code: string },
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
  act: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const { db, clock, config } = deps
  // A code that was right when sent does not expire while a hash waits.
  const sentAt = clock.now()
  const counted = guessesOf(agentId, visitor.ip)
  await countTries(db, counted, sentAt)
  const isOfApp = totpCodeIn(code) !== undefined
  const hash = isOfApp ? undefined : await hashRecoveryCode(deps, agentId, code)
  if (isRefused(hash)) {
    // Nothing was checked, so nothing was guessed.
    await giveBackTries(db, counted)
    throw hash
  }
  const outcome = await attempt(
    transaction(deps, async (tx) => {
      const isRight = isOfApp
        ? await spendTotpCode(tx, agentId, code, config.secrets, sentAt)
        : hash !== undefined &&
          (await findSecondFactor(tx, agentId)) !== undefined &&
          (await spendRecoveryCode(tx, agentId, hash, tx.now))
      if (!isRight) return undefined
      await dropLinks(tx, 'second-factor-recovery', agentId, tx.now)
      if (!isOfApp) await noteRecoveryCode(tx, agentId, originOf(visitor))
      return { done: await act(tx) }
    }),
  )
  if (!outcome) {
    visitor.report('second-factor.refused')
    await noteFailure(db, [agentId], 'code', visitor, sentAt)
    throw refuse('invalid-fields', { errors: { code: [messages.wrongCode] } })
  }
  // The code was right, even if `act` refused.
  await giveBackTries(db, counted)
  if (isRefused(outcome)) throw outcome
  if (!isOfApp) visitor.report('second-factor.recovery-code-used')
  return outcome.done
}

async function noteRecoveryCode(tx: Tx, agentId: number, origin: Origin): Promise<void> {
  const { accountId } = await tx.one<{ accountId: number }>(
    sql`select account_id as "accountId" from agents where id = ${agentId}`,
  )
  const left = (await findSecondFactor(tx, agentId))?.codesLeft ?? 0
  await mailAgent(tx, agentId, recoveryCodeUsedMail, left)
  const details = { left: `${left} ${left === 1 ? 'code' : 'codes'} left` }
  await tx.audit({ actor: { agentId }, action: 'recovery-code-used', accountId, origin, details })
}

type SetUpDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type Owner = SetUpOwner & { email: string; accountNumber: string }

/** Nothing is on yet: only a code proves that the app has the key. Undefined if a factor is already active. */
export async function startSetUp(deps: SetUpDeps, owner: Owner): Promise<AppKey | undefined> {
  const { db, clock, config } = deps
  const secret = newTotpSecret()
  const isBegun = await beginSecondFactor(db, owner, secret, config.secrets, clock.now())
  return isBegun ? showKey(deps, owner, secret) : undefined
}

/** The key of a set-up that waits for its first code. */
export async function findSetUp(deps: SetUpDeps, owner: Owner): Promise<AppKey | undefined> {
  const { db, clock, config } = deps
  const secret = await findPendingSecret(db, owner, config.secrets, clock.now())
  return secret === undefined ? undefined : showKey(deps, owner, secret)
}

/** The first code activates the factor, together with `act`. Returns the recovery codes. */
export async function finishSetUp(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  owner: SetUpOwner & { accountId: number; origin: Origin },
  code: string,
  visitor: Pick<Visitor, 'ip' | 'report'>,
  act: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  const { db, clock, config } = deps
  const { agentId, accountId, origin } = owner
  // A code that was right when sent does not expire while the hashes are computed.
  const sentAt = clock.now()
  const counted = guessesOf(agentId, visitor.ip)
  await countTries(db, counted, sentAt)
  const wrong = refuse('invalid-fields', { errors: { code: [messages.wrongFirstCode] } })
  // A wrong code computes no hashes. Only the transaction uses up a correct one.
  if (!(await isCodeOfSetUp(db, owner, code, config.secrets, sentAt))) throw wrong
  const newCodes = await makeRecoveryCodes(deps.passwords)
  if (isRefused(newCodes)) {
    await giveBackTries(db, counted)
    throw newCodes
  }
  await transaction(deps, async (tx) => {
    if (!(await confirmSecondFactor(tx, owner, code, config.secrets, { sentAt, now: tx.now }))) throw wrong
    await act(tx)
    // Someone who sets one up has not lost everything.
    await dropLinks(tx, 'second-factor-recovery', agentId, tx.now)
    await mailAgent(tx, agentId, factorOnMail)
    await tx.audit({ actor: { agentId }, action: 'second-factor-on', accountId, origin })
    await storeRecoveryCodes(tx, agentId, newCodes, tx.now)
  })
  await giveBackTries(db, counted)
  visitor.report('second-factor.on')
  return newCodes.codes
}

async function showKey({ config }: SetUpDeps, owner: Owner, secret: string): Promise<AppKey> {
  const label = `${owner.email} (${owner.accountNumber})`
  return showAppKey(secret, { issuer: config.provider.brandName, label })
}

/** The key of an authenticator app, to read and to scan. */
type AppKey = { key: string; qr_code: string }

export async function showAppKey(secret: string, of: { issuer: string; label: string }): Promise<AppKey> {
  return { key: secret.match(/.{1,4}/g)?.join(' ') ?? secret, qr_code: await drawCode(totpUri(secret, of)) }
}

/** An image in a data URL: the content policy allows it, and the key goes to no other server. */
async function drawCode(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
