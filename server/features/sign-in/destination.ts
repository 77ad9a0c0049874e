import type { Reach } from '#contract/account-pages.ts'
import { pages } from '#contract/pages.ts'
import type { Agent } from '../../identity/agents.ts'

/** Where a right password leads: with a session that reaches so far, or only to words. */
export type Destination = { redirectTo: string; reach?: Reach }

export function destinationOf(
  agent: Pick<Agent, 'status' | 'role' | 'isFraud'>,
  { isMobileRetry, dialerUrl }: { isMobileRetry: boolean; dialerUrl: string | undefined },
): Destination {
  if (agent.isFraud) return { redirectTo: statusPage('logged_out_as_fraud') }
  switch (agent.status) {
    case 'active':
    case 'free agent':
      return { redirectTo: isMobileRetry ? pages.billing : (dialerUrl ?? pages.account), reach: 'account' }
    case 'past_due':
    case '24h_past_due':
      return agent.role === 'owner' ? { redirectTo: pages.billing, reach: 'billing' } : suspended
    case 'canceled':
    case 'expired':
    case 'waiting for reactivation':
      return agent.role === 'owner' ? { redirectTo: pages.reactivate, reach: 'reactivation' } : suspended
    case 'pending':
      return { redirectTo: statusPage('registered') }
    case 'free signup agent':
      return { redirectTo: '/sign-up/' }
  }
}

const suspended: Destination = { redirectTo: statusPage('subscription_canceled') }

function statusPage(status: string): string {
  return `${pages['sign-in']}?status=${status}`
}
