import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import { findAgents } from '#server/identity/agents.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Who came too late may have signed up anew with the same email: that account is the one to use. */
export async function findNewerPin(db: Db, accountId: number, email: string): Promise<string | null> {
  const agents = await findAgents(db, email)
  const newer = agents.find((agent) => {
    const scope = sessionScopeOf(agent)
    return agent.accountId > accountId && (scope === 'account' || scope === 'billing')
  })
  return newer?.pin ?? null
}
