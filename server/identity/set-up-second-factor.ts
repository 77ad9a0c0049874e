import * as messages from '#contract/accounts/second-factor-messages.ts'
import { type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { type AppKey, showAppKey } from './app-key.ts'
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
import { newTotpSecret } from './totp.ts'
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
  deps: SetUpDeps & Pick<Deps, 'jobs' | 'passwords'>,
  owner: SetUpOwner & { accountId: number; origin: Origin },
  code: string,
  visitor: Pick<Visitor, 'ip' | 'report'>,
  act: (tx: Db, now: Date) => Promise<unknown>,
): Promise<string[] | Refused> {
  const { db, clock, config } = deps
  const { agentId, accountId, origin } = owner
  const now = clock.now()
  const counted = guessesOf(agentId, visitor.ip)
  await countTries(db, counted, now)
  const wrong = refuse('invalid-fields', { errors: { code: [messages.wrongFirstCode] } })
  // A wrong code makes no hashes. Only the transaction uses up a correct one.
  if (!(await isCodeOfSetUp(db, owner, code, config.secrets, now))) return wrong
  const made = await makeRecoveryCodes(deps.passwords)
  if (isRefused(made)) {
    await giveBackTries(db, counted)
    return made
  }
  const isOn = await db.transaction(async (tx) => {
    if (!(await confirmSecondFactor(tx, owner, code, config.secrets, now))) return false
    await act(tx, now)
    // Whoever sets one up has not lost everything.
    await dropLinks(tx, 'second-factor-recovery', agentId, now)
    await postFactorOn(tx, { ...deps, now }, agentId)
    await recordAudit(tx, { actor: { agentId }, action: 'second-factor-on', accountId, origin }, now)
    await storeRecoveryCodes(tx, agentId, made, now)
    return true
  })
  if (!isOn) return wrong
  await giveBackTries(db, counted)
  visitor.report('second-factor.on')
  return made.codes
}

async function showKey({ config }: SetUpDeps, owner: Owner, secret: string): Promise<AppKey> {
  const label = `${owner.email} (${owner.accountNumber})`
  return showAppKey(secret, { issuer: config.provider.brandName, label })
}
