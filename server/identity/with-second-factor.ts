import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { Origin } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Counted, countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import type { Deps } from '../deps.ts'
import { noteFailure } from './credentials.ts'
import { dropLinks } from './links.ts'
import { hashRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { postRecoveryCodeUsed } from './second-factor-mails.ts'
import { findSecondFactor, spendTotpCode } from './second-factors.ts'
import { originOf } from './session-cookie.ts'
import { totpCodeIn } from './totp.ts'

/** Three of a million codes are right at a time: with 40 attempts a day, guessing one takes years. */
const byPerson: Limit[] = [
  { name: 'second-factor:person', tries: 10, windowMinutes: 15 },
  { name: 'second-factor:person-day', tries: 40, windowMinutes: 24 * 60 },
]
const byIp: Limit = { name: 'second-factor:place', tries: 60, windowMinutes: 15 }

/** Every attempt is counted before it is checked. A correct one is given back. */
export function guessesOf(agentId: number, ip: string): Counted[] {
  return [...limitByIp(byIp, ip), ...guessesOfPerson(agentId)]
}

/** The limits of a person alone; those of a network stay. */
export function guessesOfPerson(agentId: number): Counted[] {
  return byPerson.map((limit) => [limit, String(agentId)])
}

/**
 * Asks for the second factor: a code of the app, or a recovery code. The code is used up in the transaction that does
 * what it was shown for, and not if `act` refuses. Whoever can show the factor has not lost it: a request to remove it is canceled.
 */
export async function withSecondFactor<Done>(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { agentId, code }: { agentId: number; code: string },
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
  act: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const { db, clock, config } = deps
  // A code that was right when it was sent does not expire while a hash waits.
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
  await postRecoveryCodeUsed(tx, agentId, left)
  const details = { left: `${left} ${left === 1 ? 'code' : 'codes'} left` }
  await tx.audit({ actor: { agentId }, action: 'recovery-code-used', accountId, origin, details })
}
