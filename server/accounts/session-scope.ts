import type { Reach } from '#contract/accounts/account-pages.ts'
import type { Status } from '#contract/accounts/statuses.ts'

/**
 * How far a person gets while the account is in this state: who pays, or ends, in one tab sees it in the next click.
 * Undefined: nowhere.
 */
export function reachOf(agent: {
  status: Status
  role: 'owner' | 'user'
  isFraud: boolean
}): Reach | undefined {
  if (agent.isFraud) return undefined
  switch (agent.status) {
    case 'active':
    case 'free agent':
      return 'account'
    case 'past_due':
    case '24h_past_due':
      return agent.role === 'owner' ? 'billing' : undefined
    case 'canceled':
    case 'expired':
    case 'waiting for reactivation':
      return agent.role === 'owner' ? 'reactivation' : undefined
    case 'pending':
    case 'free signup agent':
      return undefined
  }
}
