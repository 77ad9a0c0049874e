import QRCode from 'qrcode'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { Deps } from '#server/deps.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries } from '#server/platform/limits.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { dropLinks } from './links.ts'
import { makeRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts'
import { postFactorOn } from './second-factor-mails.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  findPendingSecret,
  isCodeOfSetUp,
  type SetUpOwner,
} from './second-factors.ts'
import { newTotpSecret, totpUri } from './totp.ts'
import { guessesOf } from './with-second-factor.ts'

type SetUpDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type Owner = SetUpOwner & { email: string; accountNumber: string }

/** Nothing is on yet: only a code of the app proves that it has the key. Undefined if a factor is already in force. */
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

/** The first code puts the factor in force, together with `act`. Returns the recovery codes. */
export async function finishSetUp(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  owner: SetUpOwner & { accountId: number; origin: Origin },
  code: string,
  visitor: Pick<Visitor, 'ip' | 'report'>,
  act: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  const { db, clock, config } = deps
  const { agentId, accountId, origin } = owner
  // A code that was right when it was sent does not expire while the hashes are made.
  const sentAt = clock.now()
  const counted = guessesOf(agentId, visitor.ip)
  await countTries(db, counted, sentAt)
  const wrong = refuse('invalid-fields', { errors: { code: [messages.wrongFirstCode] } })
  // A wrong code makes no hashes. Only the transaction uses up a correct one.
  if (!(await isCodeOfSetUp(db, owner, code, config.secrets, sentAt))) throw wrong
  const made = await makeRecoveryCodes(deps.passwords)
  if (isRefused(made)) {
    await giveBackTries(db, counted)
    throw made
  }
  await transaction(deps, async (tx) => {
    if (!(await confirmSecondFactor(tx, owner, code, config.secrets, { sentAt, now: tx.now }))) throw wrong
    await act(tx)
    // Whoever sets one up has not lost everything.
    await dropLinks(tx, 'second-factor-recovery', agentId, tx.now)
    await postFactorOn(tx, agentId)
    await tx.audit({ actor: { agentId }, action: 'second-factor-on', accountId, origin })
    await storeRecoveryCodes(tx, agentId, made, tx.now)
  })
  await giveBackTries(db, counted)
  visitor.report('second-factor.on')
  return made.codes
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
