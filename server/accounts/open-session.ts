import type { SessionScope } from '#contract/accounts/account-pages.ts'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import type { Deps } from '#server/deps.ts'
import type { Agent } from '#server/identity/agents.ts'
import { rememberDevice } from '#server/identity/devices.ts'
import {
  handDevice,
  handSession,
  readDeviceToken,
  readSessionToken,
} from '#server/identity/session-cookie.ts'
import { beginSession, beginSessionOnKnownDevice, type Visit } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { postNewDeviceNotice } from './new-device-mail.ts'

/**
 * Opens a session and, for a new device, queues a mail about it, in one transaction. Refused if the password was replaced
 * while it was being checked.
 */
export async function openSession(
  { db, clock, config, jobs }: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  agent: Agent,
  scope: SessionScope,
  seen: Omit<Visit, 'deviceHash'>,
  visitor: Visitor,
  way: StepUpWay,
): Promise<Refused | undefined> {
  const now = clock.now()
  const deviceToken = readDeviceToken(visitor, config) ?? newToken()
  const former = readSessionToken(visitor, config)
  const deviceHash = hashToken(deviceToken)
  const visit = { ...seen, deviceHash }
  const begun = { agent, scope, visit, way, former }
  const token =
    (await beginSessionOnKnownDevice(db, begun, now)) ??
    (await db.transaction(async (tx) => {
      const begunHere = await beginSession(tx, begun, now)
      if (begunHere === undefined) return undefined
      const isNewDevice = await rememberDevice(tx, agent.id, deviceHash, now)
      if (isNewDevice) await postNewDeviceNotice(tx, { jobs, config, now }, agent, visit)
      return begunHere
    }))
  if (token === undefined) return refuse('wrong-credentials')
  visitor.report('sign-in.done', { agentId: agent.id, accountNumber: agent.pin })
  handSession(visitor, token, config)
  handDevice(visitor, deviceToken, config)
  return undefined
}
