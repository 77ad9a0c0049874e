import { may, type Role } from '#contract/accounts/roles.ts'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type {
  demandSecondFactor as demandCall,
  withdrawFactorDemand as withdrawCall,
} from '#contract/features/second-factor-demand/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/lock-account.ts'
import { showFactorDemand } from '#server/accounts/show-factor-demand.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { hasSecondFactor, listMissing, removeDemand, setDemand } from '#server/identity/factor-demands.ts'
import { postFactorDemanded } from '#server/identity/second-factor-mails.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** Each time, everyone who has no factor gets an email. */
const byAccount: Limit = { name: 'second-factor-demand:account', tries: 10, windowMinutes: 24 * 60 }

const PERMISSION = 'demand-second-factor'
type DemandDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/** Whoever requires it of others has it. Requiring it again changes the days, which then count from now. */
export async function demandSecondFactor(
  deps: DemandDeps,
  { grace_days }: ParsedBodyOf<typeof demandCall>,
  { agentId, accountId, origin }: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof demandCall> | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  if (!(await hasSecondFactor(db, agentId))) return ownFactorFirst
  await countTry(db, byAccount, String(accountId), now)
  const days = Number(grace_days)
  const demanded = await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    // In another tab, the owner may have turned it off, or handed the account over.
    if (!(await mayDemand(tx, agentId))) return refuseRole(PERMISSION)
    if (!(await hasSecondFactor(tx, agentId))) return ownFactorFirst
    await setDemand(tx, accountId, days, now)
    for (const missing of await listMissing(tx, accountId))
      await postFactorDemanded(tx, { ...deps, now }, missing, agentId)
    const entry = { actor: { agentId }, accountId, origin, details: { days } }
    await recordAudit(tx, { ...entry, action: 'second-factor-demanded' }, now)
    return { data: await showFactorDemand(tx, accountId, now) }
  })
  if (!isRefused(demanded)) visitor.report('second-factor.demanded')
  return demanded
}

const ownFactorFirst = refuse('invalid-fields', { errors: messages.ownFactorFirst })

/** Sessions that waited for a factor work again. */
export async function withdrawDemand(
  { db, clock }: Pick<DemandDeps, 'db' | 'clock'>,
  { agentId, accountId, origin }: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof withdrawCall> | Refused> {
  const now = clock.now()
  const withdrawn = await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    if (!(await mayDemand(tx, agentId))) return refuseRole(PERMISSION)
    const isGone = await removeDemand(tx, accountId)
    const entry = { actor: { agentId }, accountId, origin }
    if (isGone) await recordAudit(tx, { ...entry, action: 'second-factor-demand-withdrawn' }, now)
    return { data: await showFactorDemand(tx, accountId, now), isGone }
  })
  if (isRefused(withdrawn)) return withdrawn
  if (withdrawn.isGone) visitor.report('second-factor.demand-withdrawn')
  return { data: withdrawn.data }
}

async function mayDemand(tx: Db, agentId: number): Promise<boolean> {
  const person = await tx.maybe<{ role: Role }>(
    sql`select role from agents where id = ${agentId} and removed_at is null`,
  )
  return person !== undefined && may(person.role, PERMISSION)
}
