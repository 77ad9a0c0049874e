import { setTimeout as pause } from 'node:timers/promises'
import type { RunningCluster } from '../../../scripts/cluster/start-cluster.ts'
import type { Relay } from './relay.ts'

export type Links = Map<string, Relay>
export type Disturbance = keyof typeof disturbances

const CALM_WITHIN_MS = 90_000
const MISLED_MS = 2_000

/** What can happen to a running cluster. Each returns when it is over, or once repaired where noted. */
export const disturbances = {
  async 'kill the primary'(cluster: RunningCluster): Promise<void> {
    await becomesSafe(cluster)
    const { promotions, primary } = cluster.database.state()
    const before = promotions.length
    primary.kill()
    await until(() => promotions.length > before)
  },

  /** It lives, and accepts connections that still reach it; the keeper and the pooler do not. */
  async 'cut the link to the primary'(cluster: RunningCluster, links: Links): Promise<void> {
    await becomesSafe(cluster)
    const { promotions, primary } = cluster.database.state()
    const before = promotions.length
    const cut = ['clients', 'replication'].map((link) => links.get(`${link} of ${primary.name}`))
    for (const link of cut) link?.cut()
    await until(() => promotions.length > before)
    for (const link of cut) link?.mend()
  },

  /** The standby lacks what the primary acknowledges meanwhile, so it must not be promoted. */
  async 'cut off the standby, then kill the primary'(cluster: RunningCluster, links: Links): Promise<void> {
    await becomesSafe(cluster)
    const { primary, promotions } = cluster.database.state()
    const before = promotions.length
    const link = links.get(`replication of ${primary.name}`)
    link?.cut()
    const cutAt = performance.now()
    // With synchronous replication the keeper drops the standby; otherwise it notices nothing.
    await until(() => !cluster.database.state().isStandbySafe || performance.now() - cutAt > 6_000)
    await pause(1_000)
    primary.kill()
    await until(() => !primary.isRunning())
    await until(() => primary.isRunning() || promotions.length > before)
    link?.mend()
  },

  async 'kill the standby'({ database }: RunningCluster): Promise<void> {
    database.state().standby.kill()
  },

  async 'kill the pooler'({ pooler }: RunningCluster): Promise<void> {
    pooler?.kill()
  },

  /** As when clients are moved to a server that is not promoted yet. */
  async 'lead to the standby for two seconds'(cluster: RunningCluster, links: Links): Promise<void> {
    await becomesSafe(cluster)
    const { primary, standby } = cluster.database.state()
    const portOf = (name: string) => links.get(`clients of ${name}`)?.port ?? 0
    await cluster.pooler?.cut()
    await cluster.pooler?.pointTo(portOf(standby.name))
    await pause(MISLED_MS)
    await cluster.pooler?.cut()
    await cluster.pooler?.pointTo(portOf(primary.name))
  },

  async 'kill an instance'({ instances }: RunningCluster): Promise<void> {
    instances[Math.floor(Math.random() * instances.length)]?.kill()
  },

  async 'kill the worker'({ worker }: RunningCluster): Promise<void> {
    worker.kill()
  },
}

async function becomesSafe(cluster: RunningCluster): Promise<void> {
  await until(() => cluster.database.state().isStandbySafe)
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + CALM_WITHIN_MS
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('The cluster did not come to rest')
    await pause(20)
  }
}
