import { type PasskeyAnswer, type StepUpWay, stepUpWays } from '#contract/accounts/factors.ts'
import { STEP_UP_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { confirmPassword } from './credentials.ts'
import { dropLinks } from './links.ts'
import { checkPasskey } from './passkey-check.ts'
import { withSecondFactor } from './second-factor-codes.ts'
import type { Session } from './sessions.ts'

type ShownFactor = { way: StepUpWay | null; at: Date | null }

/**
 * The only code that decides whether a session may make a sensitive change: a factor that counts for this
 * person today was shown in this session within 10 minutes. If not, the refusal names the accepted factors,
 * and nothing else happens.
 */
export async function requireStepUp(
  { db, clock }: { db: Db } & Pick<Deps, 'clock'>,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
): Promise<Refused | undefined> {
  const ways = await waysOf(db, agentId)
  const shown = await db.maybe<ShownFactor>(
    sql`select shown_way as way, shown_at as at from sessions where id = ${id} and ended_at is null`,
  )
  // It has ended since the request was admitted: a password may have waited long for its check.
  if (!shown) return refuse('signed-out')
  const { way, at } = shown
  const isRecent = at !== null && at > later(clock.now(), -STEP_UP_MINUTES * MINUTE)
  if (isRecent && way !== null && ways.includes(way)) return undefined
  return stepUpRequired(ways)
}

/** The refusal that makes a page ask for one of these factors. */
export function stepUpRequired(ways: readonly StepUpWay[]): Refused {
  return refuse('step-up', { also: { step_up: ways } })
}

/**
 * The accepted factors of a person, strongest first. The password counts only for someone without a factor:
 * an automatic passkey counts as a factor once it has been used, and may be used here.
 */
export async function waysOf(db: Db, agentId: number): Promise<StepUpWay[]> {
  const counts = await db.one<Record<StepUpWay, boolean>>(sql`
    select exists (select from passkeys where agent_id = ${agentId}) as passkey,
      exists (select from second_factors where agent_id = ${agentId} and confirmed_at is not null) as code,
      not exists (select from agents_with_factor where agent_id = ${agentId}) as password`)
  return stepUpWays.filter((way) => counts[way])
}

/** A factor that does not count for this person is not recorded: a password never replaces a code. */
export async function noteShown(
  db: Db,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
  way: StepUpWay,
  now: Date,
): Promise<void> {
  if (!(await waysOf(db, agentId)).includes(way)) return
  await db.run(sql`update sessions set shown_way = ${way}, shown_at = ${now} where id = ${id}`)
}

/** A removed factor, such as a lost passkey, no longer counts in the person's other sessions. */
export async function clearShown(
  tx: Db,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
  way: StepUpWay,
): Promise<void> {
  await tx.run(sql`
    update sessions set shown_way = null, shown_at = null
    where agent_id = ${agentId} and id <> ${id} and shown_way = ${way} and ended_at is null`)
}

type ProofDeps = TransactionDeps & Pick<Deps, 'passwords'>
type Asking = Pick<Visitor, 'ip' | 'userAgent' | 'report'>
/** Further changes in the transaction that records the factor. */
type Also = (tx: Tx) => Promise<void>
const nothing: Also = async () => {}

/** Checks the password and records it as shown in this session. Guesses are limited as everywhere. */
export async function showPassword(
  deps: ProofDeps,
  session: Session,
  typed: { field: string; password: string },
  visitor: Asking,
  also: Also = nothing,
): Promise<void> {
  await confirmPassword(deps, session, typed, visitor)
  await transaction(deps, async (tx) => {
    await noteShown(tx, session, 'password', tx.now)
    await also(tx)
  })
}

/**
 * The same for a passkey of this person. Using it proves that it was not lost: a request to remove it is
 * canceled.
 */
export async function showPasskey(
  deps: ProofDeps,
  session: Session,
  answer: PasskeyAnswer,
  visitor: Visitor,
  also: Also = nothing,
): Promise<void> {
  await checkPasskey(deps, { purpose: 'step-up', agentId: session.agentId }, answer, visitor)
  await transaction(deps, async (tx) => {
    await dropLinks(tx, 'second-factor-recovery', session.agentId, tx.now)
    await noteShown(tx, session, 'passkey', tx.now)
    await also(tx)
  })
}

/** The same for a code of the app or a recovery code, which is used up. */
export async function showCode(
  deps: ProofDeps,
  session: Session,
  code: string,
  visitor: Asking,
  also: Also = nothing,
): Promise<void> {
  const { agentId } = session
  await withSecondFactor(deps, { agentId, code }, visitor, async (tx) => {
    await noteShown(tx, session, 'code', tx.now)
    await also(tx)
  })
}
