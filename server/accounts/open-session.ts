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
import {
  beginSession,
  beginSessionOnKnownDevice,
  type NewSession,
  type Visit,
} from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { postNewDeviceNotice } from './new-device-mail.ts'

type OpenDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/** Who signs in, to what, from where, and what they showed. */
export type Entering = {
  agent: Agent
  scope: SessionScope
  seen: Omit<Visit, 'deviceHash'>
  visitor: Visitor
  way: StepUpWay
}

/** A session that was opened, and what its browser is given for it. */
export type OpenedSession = { agent: Agent; token: string; deviceToken: string }

/**
 * Opens a session and, for a new device, queues a mail about it, in one transaction. Refused if the password was replaced,
 * or the app or a passkey changed, while it was being checked.
 */
export async function openSession(deps: OpenDeps, entering: Entering): Promise<Refused | undefined> {
  const now = deps.clock.now()
  const begun = begunBy(deps, entering)
  const known = await beginSessionOnKnownDevice(deps.db, begun, now)
  const opened = known
    ? { agent: entering.agent, token: known, deviceToken: begun.deviceToken }
    : await deps.db.transaction((tx) => open(tx, deps, begun, now))
  if (!opened) return refuse('wrong-credentials')
  handOpened(deps, opened, entering.visitor)
  return undefined
}

/** The same in the transaction that uses up what was shown. Once it is over, `handOpened` gives the browser its session. */
export async function openSessionIn(
  tx: Db,
  deps: OpenDeps,
  entering: Entering,
): Promise<OpenedSession | Refused> {
  const begun = begunBy(deps, entering)
  return (await open(tx, deps, begun, deps.clock.now())) ?? refuse('wrong-credentials')
}

export function handOpened(
  { config }: Pick<Deps, 'config'>,
  { agent, token, deviceToken }: OpenedSession,
  visitor: Visitor,
): void {
  visitor.report('sign-in.done', { agentId: agent.id, accountNumber: agent.pin })
  handSession(visitor, token, config)
  handDevice(visitor, deviceToken, config)
}

type Begun = NewSession & { agent: Agent; visit: Visit & { deviceHash: Buffer }; deviceToken: string }

function begunBy({ config }: Pick<Deps, 'config'>, { agent, scope, seen, visitor, way }: Entering): Begun {
  const deviceToken = readDeviceToken(visitor, config) ?? newToken()
  const visit = { ...seen, deviceHash: hashToken(deviceToken) }
  return { agent, scope, visit, way, former: readSessionToken(visitor, config), deviceToken }
}

async function open(
  tx: Db,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  begun: Begun,
  now: Date,
): Promise<OpenedSession | undefined> {
  const { agent, visit, deviceToken } = begun
  const token = await beginSession(tx, begun, now)
  if (token === undefined) return undefined
  const isNewDevice = await rememberDevice(tx, agent.id, visit.deviceHash, now)
  if (isNewDevice) await postNewDeviceNotice(tx, { jobs, config, now }, agent, visit)
  return { agent, token, deviceToken }
}
