import * as messages from '#contract/accounts/people-messages.ts'
import { chooseAccount } from '#contract/accounts/sign-in.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { type Counted, countTry, giveBackTries, giveBackTry, type Limit } from '#server/platform/limits.ts'
import type { Who } from '#server/platform/log/log-events.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { type Agent, choosable, findAgents } from './agents.ts'
import { keepOneDevice } from './devices.ts'
import { countGuess } from './guessing.ts'
import { dropLinks } from './links.ts'
import type { Passwords } from './passwords.ts'
import { readDeviceToken, type Session } from './sessions.ts'

type Credentials = { email: string; password: string; pin: string }

/**
 * Finds the agent by email, password and account number. Every attempt counts, wherever a password is asked
 * for, and the refusal never reveals which part was wrong.
 */
export async function findByPassword(
  { db, clock, passwords, config }: Pick<Deps, 'db' | 'clock' | 'passwords' | 'config'>,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Agent> {
  const now = clock.now()
  const deviceToken = readDeviceToken(visitor, config)
  const guess = {
    email: credentials.email,
    address: visitor.ip,
    deviceHash: deviceToken ? hashToken(deviceToken) : null,
  }
  const counted = await countGuess(db, guess, now)
  const agents = await findAgents(db, credentials.email)
  const agent = await attempt(agentOfPassword(passwords, agents, credentials))
  if (!isRefused(agent)) {
    await giveBackTries(db, counted)
    // Runs in the background, so that an old hash takes as long as a new one. Invited people get here with
    // any password.
    if (agent.status !== 'free signup agent') void renewHash({ db, passwords }, agent, credentials.password)
    return agent
  }
  if (agent.refused === 'wrong-credentials') {
    visitor.report('sign-in.refused', guessedAt(agents))
    // Runs in the background, so that a known email takes as long as an unknown one, which writes nothing.
    void noteFailure(db, triedIds(agents, credentials), 'password', visitor, now)
  } else if (agent.refused === 'busy') {
    // Nothing was checked, so nothing was guessed.
    await giveBackTries(db, counted)
  }
  throw agent
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
): Promise<Agent> {
  const candidates = pin === '' ? choosable(agents) : agents.filter((agent) => agent.pin === pin)
  const invited = candidates.find((agent) => agent.status === 'free signup agent')
  // An unknown email must take as long as a known one, so with no candidates a dummy hash is verified.
  const hashes = candidates.flatMap((agent) => agent.passwordHash ?? [])
  const fits: boolean[] = []
  for (const hash of hashes.length > 0 ? hashes : [undefined]) {
    const verified = await passwords.verify(password, hash)
    if (isRefused(verified)) throw verified
    fits.push(verified)
  }
  const fitting = fits.some(Boolean)
  const [agent, ...others] = candidates
  if (others.length > 0 && fitting) throw refuse('invalid-fields', { errors: { pin: [chooseAccount] } })
  if (!agent || others.length > 0 || !(fitting || invited)) throw refuse('wrong-credentials')
  return agent
}

/**
 * Replaces an outdated hash by one with the current parameters, after the password matched. A password
 * changed meanwhile stays. A failure is retried at the next sign-in.
 */
export async function renewHash(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { id, passwordHash }: Pick<Agent, 'id' | 'passwordHash'>,
  password: string,
): Promise<void> {
  if (passwordHash === null) return
  try {
    const renewed = await passwords.renew(password, passwordHash)
    if (!renewed) return
    await db.run(sql`
      update agents set password_hash = ${renewed} where id = ${id} and password_hash = ${passwordHash}`)
  } catch {
    // The old hash still works.
  }
}

/** What was wrong: the password at sign-in, a second-factor code, or a requested password. */
export type Wrong = 'password' | 'code' | 'confirmation'

/**
 * Logs a failed attempt for each person concerned. One row per network and hour, limited by the number of
 * tries: nobody can fill the table. During an outage only a log line is missing.
 */
export async function noteFailure(
  db: Db,
  agentIds: readonly number[],
  what: Wrong,
  { ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>,
  now: Date,
): Promise<void> {
  if (agentIds.length === 0) return
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
  const noted = db.run(sql`
    insert into failed_sign_ins as f (agent_id, hour, ip, what, device, last_at)
    select tried.id, ${hour}, ${shortenIp(ip)}, ${what}, ${deviceOf(userAgent)}, ${now}
    from unnest(${agentIds}::bigint[]) as tried (id) order by tried.id
    on conflict (agent_id, hour, ip, what) do update
      set tries = f.tries + 1, device = excluded.device, last_at = excluded.last_at`)
  await noted.catch(() => {})
}

const JUST_CHANGED_MS = 15 * MINUTE

/** Limits password guesses on a computer that was left signed in. */
const byPerson: Limit = { name: 'confirm-password:person', tries: 8, windowMinutes: 15 }

export function guessesOfPassword(agentId: number): Counted {
  return [byPerson, String(agentId)]
}

/** Asks a signed-in person for the password again before an irreversible action. */
export async function confirmPassword(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { agentId }: Pick<Session, 'agentId'>,
  typed: { field: string; password: string },
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<void> {
  const now = clock.now()
  await countTry(db, byPerson, String(agentId), now)
  const agent = await db.maybe<{ hash: string | null; setAt: Date | null }>(sql`
    select password_hash as hash, password_set_at as "setAt" from agents where id = ${agentId} and removed_at is null`)
  const fits = await passwords.verify(typed.password, agent?.hash ?? undefined)
  if (isRefused(fits)) {
    // Nothing was checked, so nothing was guessed.
    await giveBackTry(db, byPerson, String(agentId))
    throw fits
  }
  if (!fits) {
    visitor.report('password.refused')
    await noteFailure(db, [agentId], 'confirmation', visitor, now)
    // After a lost answer nobody knows that the password was changed.
    const isJustChanged = agent?.setAt && agent.setAt > later(now, -JUST_CHANGED_MS)
    const message = isJustChanged ? messages.formerPassword : messages.wrongPassword
    throw refuse('invalid-fields', { errors: { [typed.field]: [message] } })
  }
  await giveBackTry(db, byPerson, String(agentId))
}

export type ChangedAgent = {
  email: string
  firstName: string
  accountId: number
  company: string
  pin: string
}

/**
 * Sets a password and ends what the former one may have started: reset links, a change of email, the removal
 * of a second factor, and every known device. The current device is known by the returned token. Undefined if
 * the person was removed.
 */
export async function setPassword(
  tx: Db,
  agentId: number,
  passwordHash: string,
  now: Date,
  /** A session that stays open: its device stays known. */
  keptSessionId: number | null = null,
): Promise<(ChangedAgent & { deviceToken: string }) | undefined> {
  const agent = await tx.maybe<ChangedAgent>(sql`
    update agents g set password_hash = ${passwordHash}, password_set_at = ${now}
    from accounts a
    where g.id = ${agentId} and g.removed_at is null and a.id = g.account_id
    returning g.email, g.first_name as "firstName", a.id as "accountId", a.company, a.pin`)
  if (!agent) return undefined
  await dropLinks(tx, 'password-reset', agentId, now)
  await dropLinks(tx, 'email-change', agentId, now)
  await dropLinks(tx, 'second-factor-recovery', agentId, now)
  return { ...agent, deviceToken: await keepOneDevice(tx, agentId, now, keptSessionId) }
}

/** A password set by a mailed link only proves that somebody reads the mails: see `waitHoursOf`. */
export async function noteResetByMail(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`update agents set password_reset_at = ${now} where id = ${agentId}`)
}
