import { type AccountPageName, accountPages, isOpenTo } from '#contract/accounts/account-pages.ts'
import type { Role, SessionScope } from '#contract/accounts/roles.ts'
import { isMobileDevice } from '#contract/devices/user-agent.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Agent } from '#server/identity/agents.ts'
import { isLockedForFactor } from '#server/identity/factor-demands.ts'
import { readSessionToken, wasMobileRetry } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Clock } from '#server/ports/clock.ts'
import { insteadOfSignIn, sessionScopeOf } from './status-rules.ts'

/** Where a correct password leads: with a scope, to a session; without one, only to a message. */
export type Destination = { redirectTo: string; scope?: SessionScope }

export function destinationOf(
  agent: Pick<Agent, 'status' | 'role' | 'isFraud' | 'isBounced'>,
  { isMobileRetry, next, dialerUrl }: { isMobileRetry: boolean; next: string; dialerUrl: string | undefined },
): Destination {
  if (agent.isFraud) return { redirectTo: statusPage('logged_out_as_fraud') }
  const scope = sessionScopeOf(agent)
  if (!scope) return { redirectTo: refusedPageOf(agent.status) }
  const home = homeOf(
    scope,
    isMobileRetry ? pages.billing : agent.isBounced ? pages['email-bounced'] : dialerUrl,
  )
  return { redirectTo: returnPathFor(next, { scope, role: agent.role }) ?? home, scope }
}

function homeOf(scope: SessionScope, instead: string | undefined): string {
  switch (scope) {
    case 'account':
      return instead ?? pages.account
    case 'billing':
      return pages.billing
    case 'reactivation':
      return pages.reactivate
  }
}

function refusedPageOf(status: Agent['status']): string {
  const instead = insteadOfSignIn(status)
  return instead === 'sign-up' ? '/sign-up/' : statusPage(instead)
}

function statusPage(status: string): string {
  return `${pages['sign-in']}?status=${status}`
}

const names = Object.keys(accountPages) as AccountPageName[]

/**
 * The only function that decides which paths a sign-in may redirect to: exactly the paths of our account
 * pages. Their patterns allow no host, query, dots or backslash, so an open redirect is impossible.
 */
function accountPageAt(path: string): AccountPageName | undefined {
  return names.find((name) => patternOf(pages[name]).test(path))
}

/** The path to redirect to after sign-in, if it is an account page that the session may open. */
export function returnPathFor(
  next: string,
  { scope, role }: { scope: SessionScope; role: Role },
): string | undefined {
  const name = accountPageAt(next)
  return name && isOpenTo(scope, role, name) ? next : undefined
}

/**
 * The URL that an account page redirects to without a session: the sign-in with the path to return to, or the page that
 * says which factor to set up first.
 */
export async function signInPathFor(
  { db, clock, config }: { db: Db; clock: Clock; config: { isHttps: boolean } },
  { path, visitor }: { path: string; visitor: Visitor },
): Promise<string> {
  const token = readSessionToken(visitor, config)
  const name = accountPageAt(path)
  if (token && (await isLockedForFactor(db, token, clock.now())))
    return `${pages['second-factor-demand']}${name ? `?next=${encodeURIComponent(path)}` : ''}`
  const query = {
    ...(token && { status: 'session_ended' }),
    ...(name && { next: path }),
    ...((await isPaying(db, token, name, visitor)) && { mr: '1' }),
  } satisfies Query
  const written = new URLSearchParams(query).toString()
  return written === '' ? pages['sign-in'] : `${pages['sign-in']}?${written}`
}

/** Phones may open only the pages for paying. */
async function isPaying(
  db: Db,
  token: string | undefined,
  name: AccountPageName | undefined,
  { userAgent }: Visitor,
): Promise<boolean> {
  if ((name === 'billing' || name === 'bill' || name === 'reactivate') && isMobileDevice(userAgent))
    return true
  return token !== undefined && (await wasMobileRetry(db, token))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[A-Za-z0-9-]{1,40}')}$`)
}
