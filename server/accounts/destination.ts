import type { SessionScope } from '#contract/accounts/roles.ts'
import { pages } from '#contract/pages.ts'
import type { Agent } from '#server/identity/agents.ts'
import { returnPathFor } from './return-path.ts'
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
