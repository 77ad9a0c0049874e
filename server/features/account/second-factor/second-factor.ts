import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type {
  keepSecondFactor as keepCall,
  renewRecoveryCodes,
  SecondFactorValues,
  startSecondFactor as startCall,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/features/second-factor.ts'
import * as calls from '#contract/features/second-factor.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findTimeZone } from '#server/accounts/accounts.ts'
import { showFactorDemand, showPerson } from '#server/accounts/show-account.ts'
import { accountPage, accountRoute, shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { findDemand, isLastDemanded } from '#server/identity/factor-demands.ts'
import { factorOffMail, recoveryCodesRenewedMail } from '#server/identity/factor-mails.ts'
import { mailAgent } from '#server/identity/mail-person.ts'
import { hasPasskeyAsFactor } from '#server/identity/passkeys.ts'
import { cancelOwnRecovery } from '#server/identity/recover-second-factor.ts'
import { finishSetUp, startSetUp } from '#server/identity/second-factor-codes.ts'
import {
  findSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
  storeRecoveryCodes,
} from '#server/identity/second-factors.ts'
import { by, endOtherSessions, requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { noteShown } from '#server/identity/step-up.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'

async function showSecondFactor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecondFactorValues> {
  const factor = await findSecondFactor(db, session.agentId)
  const isDemanded = (await findDemand(db, session.accountId)) !== undefined
  const everyone = await shownTo(session, 'demand-second-factor', () =>
    showFactorDemand(db, session.accountId, clock.now()),
  )
  const hasPasskey = await hasPasskeyAsFactor(db, session.agentId)
  if (!factor) return { factor: null, isDemanded, hasPasskey, everyone }
  const timeZone = await findTimeZone(db, session.accountId)
  const { since, codesLeft } = factor
  return { factor: { since: formatShortDate(timeZone, since), codesLeft }, isDemanded, hasPasskey, everyone }
}

async function startSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
): Promise<AnswerOf<typeof startCall>> {
  const { email } = await showPerson(deps, session)
  const key = await startSetUp(deps, { ...session, email, begunBy: null })
  if (!key) throw refuse('invalid-fields', { errors: messages.alreadyOn })
  return { data: key }
}

/** Ends the other sessions, which began with a password alone. */
async function turnOn(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { code }: ParsedBodyOf<typeof turnOnSecondFactor>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'report'>,
): Promise<AnswerOf<typeof turnOnSecondFactor>> {
  const codes = await finishSetUp(deps, { ...session, begunBy: null }, code, visitor, async (tx) => {
    await requireOpenSession(tx, session)
    await endOtherSessions(tx, session, tx.now)
    await noteShown(tx, session, 'code', tx.now)
  })
  return { data: { recovery_codes: codes } }
}

const alreadyOff = refuse('invalid-fields', { errors: messages.alreadyOff })
/** A new set takes ten hashes. */
const byPerson: Limit = { name: 'recovery-codes:person', tries: 10, windowMinutes: 60 }
type Asking = Pick<Visitor, 'report'>

/** Removes the factor with its recovery codes and trusted devices. */
async function turnOff(
  deps: TransactionDeps,
  session: Session,
  visitor: Asking,
): Promise<AnswerOf<typeof turnOffSecondFactor>> {
  const { agentId } = session
  await transaction(deps, async (tx) => {
    await requireOpenSession(tx, session)
    if (!(await findSecondFactor(tx, agentId))) throw alreadyOff
    if (await isLastDemanded(tx, session))
      throw refuse('invalid-fields', { errors: messages.factorIsDemanded })
    await removeSecondFactor(tx, agentId, tx.now)
    await mailAgent(tx, agentId, factorOffMail)
    await tx.audit({ ...by(session), action: 'second-factor-off' })
  })
  visitor.report('second-factor.off')
  return { data: { status: 'off' } }
}

/** The old codes stop working. */
async function renewCodes(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  session: Session,
  visitor: Asking,
): Promise<AnswerOf<typeof renewRecoveryCodes>> {
  const { agentId } = session
  const now = deps.clock.now()
  await countTry(deps.db, byPerson, String(agentId), now)
  const newCodes = await makeRecoveryCodes(deps.passwords)
  if (isRefused(newCodes)) throw newCodes
  await transaction(deps, async (tx) => {
    await requireOpenSession(tx, session)
    if (!(await findSecondFactor(tx, agentId))) throw alreadyOff
    await tx.audit({ ...by(session), action: 'recovery-codes-renewed' })
    await storeRecoveryCodes(tx, agentId, newCodes, tx.now)
    await mailAgent(tx, agentId, recoveryCodesRenewedMail)
  })
  visitor.report('second-factor.codes-renewed')
  return { data: { recovery_codes: newCodes.codes } }
}

/** From the notice on the account pages: the requester may be reading the mails instead of the person. */
async function keepSecondFactor(
  deps: TransactionDeps,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof keepCall>> {
  const isKept = await transaction(deps, (tx) => cancelOwnRecovery(tx, session))
  if (!isKept) throw refuse('invalid-fields', { errors: messages.recoveryOver })
  visitor.report('second-factor.recovery-canceled')
  return { data: { status: 'kept' } }
}

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'second-factor', (session) => showSecondFactor(deps, session))
  accountRoute(app, deps, calls.startSecondFactor, (_body, session) => startSecondFactor(deps, session))
  accountRoute(app, deps, calls.turnOnSecondFactor, (body, session, visitor) =>
    turnOn(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.renewRecoveryCodes, (_body, session, visitor) =>
    renewCodes(deps, session, visitor),
  )
  accountRoute(app, deps, calls.keepSecondFactor, (_body, session, visitor) =>
    keepSecondFactor(deps, session, visitor),
  )
  accountRoute(app, deps, calls.turnOffSecondFactor, (_body, session, visitor) =>
    turnOff(deps, session, visitor),
  )
}
