import type * as z from 'zod/mini'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import type { SessionScope } from '#contract/accounts/roles.ts'
import type { visitFields } from '#contract/accounts/sign-in-fields.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { Deps } from '#server/deps.ts'
import type { Agent } from '#server/identity/agents.ts'
import { rememberDevice } from '#server/identity/devices.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import {
  beginSession,
  beginSessionOnKnownDevice,
  type NewSession,
  readDeviceToken,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
  type Visit,
} from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { accountInMail, type NamedAccount } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'

/** Who signs in, to what, from where, and with which proof. */
type Entering = {
  agent: Agent
  scope: SessionScope
  seen: Omit<Visit, 'deviceHash'>
  visitor: Visitor
  way: StepUpWay
}

/** A new session, and the cookies for its browser. */
export type OpenedSession = { agent: Agent; token: string; deviceToken: string }

/**
 * Opens a session and, for a new device, queues a mail about it, in one transaction. Refused if the password
 * was replaced, or the app or a passkey changed, while it was being checked.
 */
export async function openSession(deps: TransactionDeps, entering: Entering): Promise<void> {
  const now = deps.clock.now()
  const begun = begunBy(deps, entering)
  const known = await beginSessionOnKnownDevice(deps.db, begun, now)
  const opened = known
    ? { agent: entering.agent, token: known, deviceToken: begun.deviceToken }
    : await transaction(deps, (tx) => open(tx, begun))
  finishSignIn(deps, opened, entering.visitor)
}

/**
 * The same in the transaction that uses up the proof. Once it is committed, `finishSignIn` gives the browser its
 * session.
 */
export function openSessionIn(tx: Tx, entering: Entering): Promise<OpenedSession> {
  return open(tx, begunBy(tx, entering))
}

export function finishSignIn(
  { config }: Pick<Deps, 'config'>,
  { agent, token, deviceToken }: OpenedSession,
  visitor: Visitor,
): void {
  visitor.report('sign-in.done', { agentId: agent.id, accountNumber: agent.pin })
  setSessionCookie(visitor, token, config)
  setDeviceCookie(visitor, deviceToken, config)
}

type StartedSession = NewSession & {
  agent: Agent
  visit: Visit & { deviceHash: Buffer }
  deviceToken: string
}

function begunBy(
  { config }: Pick<Deps, 'config'>,
  { agent, scope, seen, visitor, way }: Entering,
): StartedSession {
  const deviceToken = readDeviceToken(visitor, config) ?? newToken()
  const visit = { ...seen, deviceHash: hashToken(deviceToken) }
  return { agent, scope, visit, way, former: readSessionToken(visitor, config), deviceToken }
}

async function open(tx: Tx, begun: StartedSession): Promise<OpenedSession> {
  const { agent, visit, deviceToken } = begun
  const token = await beginSession(tx, begun, tx.now)
  if (token === undefined) throw refuse('wrong-credentials')
  const isNewDevice = await rememberDevice(tx, agent.id, visit.deviceHash, tx.now)
  if (isNewDevice) {
    // Not the name sent with the sign-in: a password thief could use it to write to the owner.
    const device = deviceOf(visit.userAgent)
    await mailPerson(tx, agent, newDeviceMail, { ip: visit.address, device, at: tx.now })
  }
  return { agent, token, deviceToken }
}

export function newDeviceMail(
  agent: NamedAccount,
  { provider }: MailSite,
  { ip, device, at }: { ip: string; device: string; at: Date },
): PersonalMail {
  return {
    purpose: 'new-device',
    subject: `A new sign-in to your account ${agent.pin}`,
    paragraphs: [
      `Someone signed in to ${accountInMail(agent)} from a device we have not seen before.`,
      `When: ${formatUtcMoment(at.toISOString())}. From: ${ip}. Device: ${device || 'Unknown device'}.`,
      'If this was you, you do not need to do anything.',
    ],
    closing: [
      `The button signs out all your devices and lets you set a new password. ${questions({ provider })}`,
    ],
    offersNotMe: true,
  }
}

type VisitFields = { [Name in keyof typeof visitFields]: z.output<(typeof visitFields)[Name]> }

/** What a sign-in says about its device, as stored with the session. */
export function visitOf(
  fields: Omit<VisitFields, 'next'>,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Omit<Visit, 'deviceHash'> {
  return {
    address: visitor.ip,
    userAgent: visitor.userAgent,
    browserName: fields.browser_name,
    browserVersion: fields.browser_version,
    screenWidth: fields.screen_width,
    screenHeight: fields.screen_height,
    isMobile: fields.is_mobile,
    isMobileRetry: fields.mobile_retry,
  }
}
