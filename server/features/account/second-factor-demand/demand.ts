import type { FastifyInstance } from 'fastify'
import { may, type Role } from '#contract/accounts/roles.ts'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type {
  demandSecondFactor as demandCall,
  withdrawFactorDemand as withdrawCall,
} from '#contract/features/second-factor-demand.ts'
import * as calls from '#contract/features/second-factor-demand.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/accounts.ts'
import { showFactorDemand } from '#server/accounts/show-account.ts'
import { accountRoute, refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { hasSecondFactor, listMissing, removeDemand, setDemand } from '#server/identity/factor-demands.ts'
import { demandChangedMail, factorDemandedMail } from '#server/identity/factor-mails.ts'
import { findPerson, mailAgent, mailPerson } from '#server/identity/mail-person.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'

/** Each time, everyone without a factor gets an email. */
const byAccount: Limit = { name: 'second-factor-demand:account', tries: 10, windowMinutes: 24 * 60 }

const PERMISSION = 'demand-second-factor'

/**
 * Only someone who has a factor can require it of others. Requiring it again changes the days, which then
 * count from now.
 */
async function demandSecondFactor(
  deps: TransactionDeps,
  { grace_days }: ParsedBodyOf<typeof demandCall>,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof demandCall>> {
  const { agentId, accountId } = session
  if (!(await hasSecondFactor(deps.db, agentId))) throw ownFactorFirst
  await countTry(deps.db, byAccount, String(accountId), deps.clock.now())
  const days = Number(grace_days)
  const demanded = await transaction(deps, async (tx) => {
    await lockAccount(tx, accountId)
    // In another tab, the owner may have turned it off, or handed the account over.
    if (!(await mayDemand(tx, agentId))) throw refuseRole(PERMISSION)
    if (!(await hasSecondFactor(tx, agentId))) throw ownFactorFirst
    await setDemand(tx, accountId, days, tx.now)
    const owner = await findPerson(tx, agentId)
    for (const { agentId: missing, dueAt } of await listMissing(tx, accountId))
      await mailAgent(tx, missing, factorDemandedMail, { owner, dueAt, now: tx.now })
    await mailPerson(tx, owner, demandChangedMail, { isDemanded: true })
    await tx.audit({ ...by(session), action: 'second-factor-demanded', details: { days } })
    return { data: await showFactorDemand(tx, accountId, tx.now) }
  })
  visitor.report('second-factor.demanded')
  return demanded
}

const ownFactorFirst = refuse('invalid-fields', { errors: messages.ownFactorFirst })

/** Sessions locked for lack of a factor work again. */
async function withdrawDemand(
  deps: TransactionDeps,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof withdrawCall>> {
  const { agentId, accountId } = session
  const { isGone, data } = await transaction(deps, async (tx) => {
    await lockAccount(tx, accountId)
    if (!(await mayDemand(tx, agentId))) throw refuseRole(PERMISSION)
    const isGone = await removeDemand(tx, accountId)
    if (isGone) {
      await mailAgent(tx, agentId, demandChangedMail, { isDemanded: false })
      await tx.audit({ ...by(session), action: 'second-factor-demand-withdrawn' })
    }
    return { data: await showFactorDemand(tx, accountId, tx.now), isGone }
  })
  if (isGone) visitor.report('second-factor.demand-withdrawn')
  return { data }
}

async function mayDemand(tx: Db, agentId: number): Promise<boolean> {
  const person = await tx.maybe<{ role: Role }>(
    sql`select role from agents where id = ${agentId} and removed_at is null`,
  )
  return person !== undefined && may(person.role, PERMISSION)
}

export function secondFactorDemandRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoute(app, deps, calls.demandSecondFactor, (body, session, visitor) =>
    demandSecondFactor(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.withdrawFactorDemand, (_body, session, visitor) =>
    withdrawDemand(deps, session, visitor),
  )
}
