import type {
  changePassword as changePasswordCall,
  changeTimeZone as changeTimeZoneCall,
  SecurityValues,
} from '#contract/features/security.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import { shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { setPassword } from '#server/identity/credentials.ts'
import { countPasskeys } from '#server/identity/passkeys.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import {
  by,
  endOtherSessions,
  handDevice,
  requireOpenSession,
  type Session,
} from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { lockedTransaction, type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { listDevices } from './devices.ts'
import { postPasswordChanged } from './mails.ts'
import { findTimes, findWaitingEmail, setTimeZone } from './queries.ts'

export async function showSecurity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecurityValues & { email: string }> {
  const now = clock.now()
  const { timeZone, billingTimeZone } = await findTimes(db, session.accountId)
  const { email } = await showPerson({ db }, session)
  const factor = await findSecondFactor(db, session.agentId)
  return {
    email,
    ...(await listDevices(db, session, now)),
    waitingEmail: await findWaitingEmail(db, session.agentId, now),
    factor: factor ? { codesLeft: factor.codesLeft } : null,
    passkeys: await countPasskeys(db, session.agentId),
    timeZone,
    billingTimeZone: await shownTo(session, 'manage-settings', async () => billingTimeZone),
  }
}

/**
 * Stores the new password, ends every other session and known device, and queues the notice, in one
 * transaction. The current password was checked with the step-up of the call.
 */
export async function changePassword(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { password }: ParsedBodyOf<typeof changePasswordCall>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'setCookie' | 'report'>,
): Promise<AnswerOf<typeof changePasswordCall>> {
  const { passwords, config } = deps
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) throw passwordHash

  const { agentId } = session
  // Dated after the lock: whatever the former password opened while this waited is older.
  const changed = await lockedTransaction(
    deps,
    (tx) => requireOpenSession(tx, session),
    async (tx) => {
      const agent = await setPassword(tx, agentId, passwordHash, tx.now, session.id)
      if (!agent) throw refuse('signed-out')
      await endOtherSessions(tx, session, tx.now)
      await postPasswordChanged(tx, { ...agent, id: agentId })
      await tx.audit({ ...by(session), action: 'password-changed' })
      return { deviceToken: agent.deviceToken, devices: await listDevices(tx, session, tx.now) }
    },
  )
  visitor.report('password.changed')
  handDevice(visitor, changed.deviceToken, config)
  return { data: { status: 'changed', ...changed.devices } }
}

export async function changeTimeZone(
  deps: TransactionDeps,
  { time_zone: timeZone }: ParsedBodyOf<typeof changeTimeZoneCall>,
  session: Session,
): Promise<AnswerOf<typeof changeTimeZoneCall>> {
  await transaction(deps, async (tx) => {
    await setTimeZone(tx, session.accountId, timeZone)
    await tx.audit({ ...by(session), action: 'time-zone-changed', details: { timeZone } })
  })
  return { data: { status: 'changed' } }
}
