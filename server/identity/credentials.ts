import * as messages from '#contract/accounts/sign-in-messages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { giveBackTries } from '#server/platform/limits.ts'
import type { Who } from '#server/platform/log/log-events.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import type { Deps } from '../deps.ts'
import { type Agent, choosable, findAgents } from './agents.ts'
import { noteFailure } from './failed-sign-ins.ts'
import { countGuess } from './guessing.ts'
import type { Passwords } from './passwords.ts'
import { renewHash } from './renew-hash.ts'
import { readDeviceToken } from './session-cookie.ts'

export type Credentials = { email: string; password: string; pin: string }

/**
 * Finds the agent by email, password and account number. Every attempt counts, wherever a password is asked
 * for, and the refusal never reveals which part was wrong.
 */
export async function findByPassword(
  { db, clock, passwords, config }: Pick<Deps, 'db' | 'clock' | 'passwords' | 'config'>,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Agent | Refused> {
  const now = clock.now()
  const deviceToken = readDeviceToken(visitor, config)
  const guess = {
    email: credentials.email,
    address: visitor.ip,
    deviceHash: deviceToken ? hashToken(deviceToken) : null,
  }
  const counted = await countGuess(db, guess, now)
  if (isRefused(counted)) return counted
  const agents = await findAgents(db, credentials.email)
  const agent = await agentOfPassword(passwords, agents, credentials)
  if (!isRefused(agent)) {
    await giveBackTries(db, counted)
    // Nobody waits for it: the answer takes as long with an old hash as with a new one. Invited people get here
    // with any password.
    if (agent.status !== 'free signup agent') void renewHash({ db, passwords }, agent, credentials.password)
  } else if (agent.refused === 'wrong-credentials') {
    visitor.report('sign-in.refused', guessedAt(agents))
    // Nobody waits for it: the answer takes as long for an unknown email, for which nothing is written.
    void noteFailure(db, triedIds(agents, credentials), 'password', visitor, now)
  } else if (agent.refused === 'busy') {
    // Nothing was checked, so nothing was guessed.
    await giveBackTries(db, counted)
  }
  return agent
}

/** The agent whose password was tried, if there is exactly one. */
function guessedAt([agent, ...others]: Agent[]): Partial<Who> {
  return agent && others.length === 0 ? { agentId: agent.id, accountNumber: agent.pin } : {}
}

/** Invited people have no log yet. */
function triedIds(agents: Agent[], { pin }: Credentials): number[] {
  const tried = agents.filter((agent) => agent.passwordHash !== null && (pin === '' || agent.pin === pin))
  return tried.map(({ id }) => id)
}

/** Checks only the password of the chosen account. */
async function agentOfPassword(
  passwords: Passwords,
  agents: Agent[],
  { password, pin }: Credentials,
): Promise<Agent | Refused> {
  const candidates = pin === '' ? choosable(agents) : agents.filter((agent) => agent.pin === pin)
  const invited = candidates.find((agent) => agent.status === 'free signup agent')
  // An unknown email must take as long as a known one, so with no candidates a dummy hash is verified.
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
