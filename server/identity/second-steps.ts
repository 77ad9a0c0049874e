import { SECOND_STEP_MINUTES } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { isTrustedDevice } from './devices.ts'
import { isFactorDue } from './factor-demands.ts'
import type { CodeRequest } from './partners.ts'
import { hasPasskeyAsFactor } from './passkeys.ts'
import { findSecondFactor } from './second-factors.ts'
import { findSessionRow, readSessionToken, type Visit } from './sessions.ts'
import { requireStepUp } from './step-up.ts'

type Jar = { isHttps: boolean }
const COOKIE = 'second-step'
const LASTS_MS = SECOND_STEP_MINUTES * MINUTE

/** The purpose of the password. It is completed when the second factor is shown, not before. */
export type Goal =
  | { kind: 'sign-in'; visit: Omit<Visit, 'deviceHash'>; next: string }
  | { kind: 'authorize'; request: CodeRequest; state: string }

export type SecondStep = {
  agentId: number
  accountId: number
  accountNumber: string
  company: string
  timeZone: string
  email: string
  goal: Goal
  /** The password that the step began with is the one set then. */
  passwordSetAt: Date | null
  factorsVersion: number
  /** The factor was set up in this step, and so was shown in it. */
  isSetUp: boolean
}

/**
 * What comes between a correct password and its goal. Beside a passkey, a password signs in but authorizes no
 * partner, and where a factor is overdue it sets up none: a password thief could otherwise bypass the
 * passkey.
 */
export async function findNeeded(
  db: Db,
  agentId: number,
  goal: Goal,
  now: Date,
): Promise<'factor' | 'set-up' | 'nothing'> {
  if (await findSecondFactor(db, agentId)) return 'factor'
  const isDue = await isFactorDue(db, agentId, now)
  if ((isDue || goal.kind === 'authorize') && (await hasPasskeyAsFactor(db, agentId))) return 'factor'
  return isDue ? 'set-up' : 'nothing'
}

/**
 * After a correct password: the path of the second step if this person has a factor and has to show it, or of
 * the page that sets one up if it is overdue; otherwise undefined. The step is not a session, so every page
 * and call treats it as signed out.
 */
export async function beginSecondStep(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  agentId: number,
  goal: Goal,
  visitor: Visitor,
  /** Called before the password is read: a step of a password replaced meanwhile does not count. */
  askedAt: Date,
): Promise<string | undefined> {
  const now = clock.now()
  const needed = await findNeeded(db, agentId, goal, now)
  if (needed === 'nothing') return undefined
  if (needed === 'factor' && (await isExcused({ db, clock, config }, agentId, goal, visitor)))
    return undefined
  const token = newToken()
  await db.run(sql`
    insert into second_steps (token_hash, agent_id, goal, created_at, expires_at)
    values (${hashToken(token)}, ${agentId}, ${JSON.stringify(goal)}, ${askedAt}, ${later(now, LASTS_MS)})`)
  visitor.setCookie(cookieOf(COOKIE, token, LASTS_MS, config))
  return pages[needed === 'factor' ? 'second-step' : 'second-factor-demand']
}

/** Authorizing a partner needs the factor even on a trusted device, unless it was shown within 10 minutes. */
async function isExcused(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  agentId: number,
  goal: Goal,
  visitor: Visitor,
): Promise<boolean> {
  if (goal.kind === 'sign-in') return isTrustedDevice(db, agentId, visitor, config, clock.now())
  const token = readSessionToken(visitor, config)
  const session = token ? await findSessionRow(db, token, clock.now()) : undefined
  return session?.agentId === agentId && !(await requireStepUp({ db, clock }, session))
}

export function readSecondStepToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(COOKIE, jar)]
}

export function clearSecondStepCookie(visitor: Pick<Visitor, 'setCookie'>, jar: Jar): void {
  visitor.setCookie(cookieOf(COOKIE, '', 0, jar))
}

/** A step from before the last password change does not count: the person who began it knew the old one. */
export function findSecondStep(db: Db, token: string, now: Date): Promise<SecondStep | undefined> {
  return db.maybe<SecondStep>(sql`
    select s.agent_id as "agentId", a.id as "accountId", a.pin as "accountNumber", a.company,
      a.time_zone as "timeZone", g.email, g.password_set_at as "passwordSetAt",
      g.factors_version as "factorsVersion", s.goal, s.set_up_at is not null as "isSetUp"
    from second_steps s join agents g on g.id = s.agent_id join accounts a on a.id = g.account_id
    where s.token_hash = ${hashToken(token)} and s.spent_at is null and s.expires_at > ${now}
      and g.removed_at is null and s.created_at >= coalesce(g.password_set_at, '-infinity')`)
}

/** Of two requests that finish the same step, only one succeeds. */
export async function spendSecondStep(tx: Db, token: string, now: Date): Promise<boolean> {
  const spent = await tx.run(sql`
    update second_steps set spent_at = ${now} where token_hash = ${hashToken(token)} and spent_at is null`)
  return spent === 1
}

export async function markSetUp(tx: Db, token: string, now: Date): Promise<void> {
  await tx.run(sql`update second_steps set set_up_at = ${now} where token_hash = ${hashToken(token)}`)
}
