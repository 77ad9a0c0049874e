import { type RunningCluster, startCluster } from '../../../scripts/cluster/start-cluster.ts'
import { wideFraudLimits } from '../../../scripts/wide-fraud-limits.ts'
import type { Links } from './disturbances.ts'
import { type OutsideGateway, startOutsideGateway } from './outside-gateway.ts'
import { openRelay } from './relay.ts'

/** A cluster whose links can be cut, with a gateway outside of its database. */
export type Disturbable = {
  cluster: RunningCluster
  links: Links
  gateway: OutsideGateway
  stop(): Promise<void>
}

export async function startDisturbable(
  options: {
    instances?: number
    isSynchronous?: boolean
    /** A module of proof/faults that deliberately breaks the instances. */
    fault?: string
  } = {},
): Promise<Disturbable> {
  const gateway = await startOutsideGateway()
  const links: Links = new Map()
  const modules = ['kit/cluster/with-outside-gateway', ...(options.fault ? [`faults/${options.fault}`] : [])]
  const close = () => {
    for (const link of links.values()) link.close()
    gateway.close()
  }
  const cluster = await startCluster({
    instances: options.instances ?? 3,
    isSynchronous: options.isSynchronous ?? true,
    outerProxies: 1,
    async linkTo(node, link, port) {
      const relay = await openRelay(port)
      links.set(`${link} of ${node}`, relay)
      return relay.port
    },
    env: {
      ...wideFraudLimits,
      PASSWORD_HASH_COST: 'low',
      PASSWORD_HASHES_WAITING: '1000',
      SETTLE_SECONDS: '3',
      OUTSIDE_GATEWAY_URL: gateway.url,
      NODE_OPTIONS: modules.map((module) => `--import=./proof/${module}.ts`).join(' '),
    },
  }).catch((error) => {
    close()
    throw error
  })
  return {
    cluster,
    links,
    gateway,
    async stop() {
      await cluster.stop()
      close()
    },
  }
}
