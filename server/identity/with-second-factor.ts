import * as messages from '#contract/accounts/second-factor-messages.ts'
import { type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Counted, countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { noteFailure } from './failed-sign-ins.ts'
import { dropLinks } from './links.ts'
import { originOf } from './origin.ts'
import { hashRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { postRecoveryCodeUsed } from './second-factor-mails.ts'
import { findSecondFactor, spendTotpCode } from './second-factors.ts'
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
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs' | 'passwords'>,
  { agentId, code }: { agentId: number; code: string },
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
  act: (tx: Db, now: Date) => Promise<Done | Refused>,
): Promise<Done | Refused> {
  const { db, clock, config } = deps
  const now = clock.now()
  const counted = guessesOf(agentId, visitor.ip)
  await countTries(db, counted, now)
  const isOfApp = totpCodeIn(code) !== undefined
  const hash = isOfApp ? undefined : await hashRecoveryCode(deps, agentId, code)
  if (isRefused(hash)) {
    // Nothing was checked, so nothing was guessed.
    await giveBackTries(db, counted)
    return hash
  }
  const outcome = await unlessRefused(db, async (tx) => {
    if (isOfApp) {
      if (!(await spendTotpCode(tx, agentId, code, config.secrets, now))) return undefined
      await dropLinks(tx, 'second-factor-recovery', agentId, now)
      return finished(await act(tx, now), false)
    }
    if (!hash || !(await findSecondFactor(tx, agentId))) return undefined
    if (!(await spendRecoveryCode(tx, agentId, hash, now))) return undefined
    await dropLinks(tx, 'second-factor-recovery', agentId, now)
    await noteRecoveryCode(tx, { ...deps, now }, agentId, originOf(visitor))
    return finished(await act(tx, now), true)
  })
  if (!outcome) {
    visitor.report('second-factor.refused')
    await noteFailure(db, [agentId], 'code', visitor, now)
    return refuse('invalid-fields', { errors: { code: [messages.wrongCode] } })
  }
  await giveBackTries(db, counted)
  if (isRefused(outcome)) return outcome
  if (outcome.isRecovery) visitor.report('second-factor.recovery-code-used')
  return outcome.done
}

function finished<Done>(done: Done | Refused, isRecovery: boolean) {
  return isRefused(done) ? done : { done, isRecovery }
}

async function noteRecoveryCode(
  tx: Db,
  deps: Parameters<typeof postRecoveryCodeUsed>[1],
  agentId: number,
  origin: Origin,
): Promise<void> {
  const { accountId } = await tx.one<{ accountId: number }>(
    sql`select account_id as "accountId" from agents where id = ${agentId}`,
  )
  const left = (await findSecondFactor(tx, agentId))?.codesLeft ?? 0
  await postRecoveryCodeUsed(tx, deps, agentId, left)
  const details = { left: `${left} ${left === 1 ? 'code' : 'codes'} left` }
  await recordAudit(
    tx,
    { actor: { agentId }, action: 'recovery-code-used', accountId, origin, details },
    deps.now,
  )
}
