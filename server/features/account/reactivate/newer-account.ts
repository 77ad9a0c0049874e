import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import { findAgents } from '#server/identity/agents.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Someone whose reactivation period is over may have signed up again with the same email: use that account.
 */
export async function findNewerPin(db: Db, accountId: number, email: string): Promise<string | null> {
  const agents = await findAgents(db, email)
  const newer = agents.find((agent) => {
    const scope = sessionScopeOf(agent)
    return agent.accountId > accountId && (scope === 'account' || scope === 'billing')
  })
  return newer?.pin ?? null
}
