import type { Db } from '../../db/database.ts'
import { findAgents } from '../../identity/agents.ts'
import { reachOf } from '../../identity/reach.ts'

/** Who came too late may have signed up anew with the same email: that account is the one to use. */
export async function findNewerPin(db: Db, accountId: number, email: string): Promise<string | null> {
  const agents = await findAgents(db, email)
  const newer = agents.find((agent) => {
    const reach = reachOf(agent)
    return agent.accountId > accountId && (reach === 'account' || reach === 'billing')
  })
  return newer?.pin ?? null
}
