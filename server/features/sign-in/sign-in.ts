import type { Reach } from '#contract/account-pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { signIn as signInCall } from '#contract/calls/sign-in.ts'
import * as messages from '#contract/messages.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { type Agent, findAgents } from '../../identity/agents.ts'
import type { Passwords } from '../../identity/passwords.ts'
import { hashToken, newToken } from '../../identity/secret-tokens.ts'
import { handDevice, handSession, readDeviceToken, readSessionToken } from '../../identity/session-cookie.ts'
import { beginSession, endSession, findSession } from '../../identity/sessions.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { destinationOf } from './destination.ts'
import { countGuess, forgiveGuess } from './guessing.ts'
import { postNewDeviceNotice } from './mails.ts'
import { rememberDevice } from './queries.ts'

type Body = ParsedBodyOf<typeof signInCall>
type SignInDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>

/** Looks at the password of the chosen account only, and says no in one way whatever did not fit. */
export async function signIn(
  deps: SignInDeps,
  body: Body,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall> | Refused> {
  const { db, clock, passwords, config } = deps
  const now = clock.now()
  const deviceToken = readDeviceToken(visitor, config)
  const guess = {
    email: body.email,
    address: visitor.address,
    deviceHash: deviceToken ? hashToken(deviceToken) : null,
  }
  const throttled = await countGuess(db, guess, now)
  if (throttled) return throttled

  const agents = await findAgents(db, body.email)
  const agent = await agentOfPassword(passwords, agents, body)
  if (isRefused(agent)) return agent

  await forgiveGuess(db, guess, now)
  const { redirectTo, reach } = destinationOf(agent, {
    isMobileRetry: body.mobile_retry,
    dialerUrl: config.dialerUrl,
  })
  if (reach) await openSession(deps, agent, reach, body, visitor)
  return { data: { redirect_url: redirectTo } }
}

async function agentOfPassword(
  passwords: Passwords,
  agents: Agent[],
  { password, pin }: Body,
): Promise<Agent | Refused> {
  const candidates = pin === '' ? agents : agents.filter((agent) => agent.pin === pin)
  const invited = candidates.find((agent) => agent.status === 'free signup agent')
  // A stranger waits as long as a customer: with nobody to check, an absent password is checked.
  const hashes = candidates.flatMap((agent) => agent.passwordHash ?? [])
  const fits: boolean[] = []
  for (const hash of hashes.length > 0 ? hashes : [undefined]) {
    const verified = await passwords.verify(password, hash)
    if (isRefused(verified)) return verified
    fits.push(verified)
  }
  const fitting = fits.some(Boolean)
  if (candidates.length > 1) {
    return fitting
      ? refuse('invalid-fields', { errors: { pin: [messages.chooseAccount] } })
      : refuse('wrong-credentials')
  }
  const [agent] = candidates
  return agent && (fitting || invited) ? agent : refuse('wrong-credentials')
}

/** A new session and, from a new device, a mail about it: one transaction. */
async function openSession(
  deps: SignInDeps,
  agent: Agent,
  reach: Reach,
  body: Body,
  visitor: Visitor,
): Promise<void> {
  const { db, clock, config, jobs } = deps
  const now = clock.now()
  const deviceToken = readDeviceToken(visitor, config) ?? newToken()
  const deviceHash = hashToken(deviceToken)
  const former = readSessionToken(visitor, config)
  const formerSession = former ? await findSession(db, former, now) : undefined

  const token = await db.transaction(async (tx) => {
    if (formerSession) await endSession(tx, formerSession.id, now)
    const isNewDevice = await rememberDevice(tx, agent.id, deviceHash, now)
    const visit = {
      address: visitor.address,
      userAgent: visitor.userAgent,
      browserName: body.browser_name,
      browserVersion: body.browser_version,
      screenWidth: body.screen_width,
      screenHeight: body.screen_height,
      isMobile: body.is_mobile,
      isMobileRetry: body.mobile_retry,
      deviceHash,
    }
    if (isNewDevice) await postNewDeviceNotice(tx, { jobs, config, now }, agent, visit)
    return beginSession(tx, agent.id, reach, visit, now)
  })
  handSession(visitor, token, config)
  handDevice(visitor, deviceToken, config)
}
