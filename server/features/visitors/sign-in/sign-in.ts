import type { SessionScope } from '#contract/accounts/account-pages.ts'
import type { signIn as signInCall } from '#contract/features/sign-in/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Agent } from '#server/identity/agents.ts'
import { findByPassword } from '#server/identity/credentials.ts'
import { rememberDevice } from '#server/identity/devices.ts'
import {
  handDevice,
  handSession,
  readDeviceToken,
  readSessionToken,
} from '#server/identity/session-cookie.ts'
import { beginSession, beginSessionOnKnownDevice } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { destinationOf } from './destination.ts'
import { postNewDeviceNotice } from './mails.ts'

type Body = ParsedBodyOf<typeof signInCall>
type SignInDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>

/** A correct password leads, by the account's status, to a session or only to a message. */
export async function signIn(
  deps: SignInDeps,
  body: Body,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall> | Refused> {
  const agent = await findByPassword(deps, body, visitor)
  if (isRefused(agent)) return agent
  const { redirectTo, scope } = destinationOf(agent, {
    isMobileRetry: body.mobile_retry,
    next: body.next,
    dialerUrl: deps.config.dialerUrl,
  })
  if (scope) await openSession(deps, agent, scope, body, visitor)
  return { data: { redirect_url: redirectTo } }
}

/** Opens a session and, for a new device, queues a mail about it, in one transaction. */
async function openSession(
  deps: SignInDeps,
  agent: Agent,
  scope: SessionScope,
  body: Body,
  visitor: Visitor,
): Promise<void> {
  const { db, clock, config, jobs } = deps
  const now = clock.now()
  const deviceToken = readDeviceToken(visitor, config) ?? newToken()
  const former = readSessionToken(visitor, config)
  const visit = {
    address: visitor.ip,
    userAgent: visitor.userAgent,
    browserName: body.browser_name,
    browserVersion: body.browser_version,
    screenWidth: body.screen_width,
    screenHeight: body.screen_height,
    isMobile: body.is_mobile,
    isMobileRetry: body.mobile_retry,
    deviceHash: hashToken(deviceToken),
  }
  const token =
    (await beginSessionOnKnownDevice(db, agent.id, scope, visit, now, former)) ??
    (await db.transaction(async (tx) => {
      const isNewDevice = await rememberDevice(tx, agent.id, visit.deviceHash, now)
      if (isNewDevice) await postNewDeviceNotice(tx, { jobs, config, now }, agent, visit)
      return beginSession(tx, agent.id, scope, visit, now, former)
    }))
  visitor.report('sign-in.done', { agentId: agent.id, accountNumber: agent.pin })
  handSession(visitor, token, config)
  handDevice(visitor, deviceToken, config)
}
