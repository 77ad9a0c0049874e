import type { Reach } from '#contract/account-pages.ts'
import { pages } from '#contract/pages.ts'
import type { Agent } from '../../identity/agents.ts'
import { reachOf } from '../../identity/reach.ts'

/** Where a right password leads: with a session that reaches so far, or only to words. */
export type Destination = { redirectTo: string; reach?: Reach }

export function destinationOf(
  agent: Pick<Agent, 'status' | 'role' | 'isFraud'>,
  { isMobileRetry, dialerUrl }: { isMobileRetry: boolean; dialerUrl: string | undefined },
): Destination {
  if (agent.isFraud) return { redirectTo: statusPage('logged_out_as_fraud') }
  const reach = reachOf(agent)
  switch (reach) {
    case 'account':
      return { redirectTo: isMobileRetry ? pages.billing : (dialerUrl ?? pages.account), reach }
    case 'billing':
      return { redirectTo: pages.billing, reach }
    case 'reactivation':
      return { redirectTo: pages.reactivate, reach }
    case undefined:
      return { redirectTo: refusedPageOf(agent.status) }
  }
}

function refusedPageOf(status: Agent['status']): string {
  if (status === 'pending') return statusPage('registered')
  return status === 'free signup agent' ? '/sign-up/' : statusPage('subscription_canceled')
}

function statusPage(status: string): string {
  return `${pages['sign-in']}?status=${status}`
}
