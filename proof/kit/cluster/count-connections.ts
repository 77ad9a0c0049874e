import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDisturbable } from './disturbable.ts'
import { openVisitors } from './visitors.ts'

const SIGN_UPS = 300
const AT_ONCE = 60

/** Connections under load: of the instances to the pooler, and of the pooler to PostgreSQL. */
export async function countConnections(
  instances: number,
): Promise<{ instances: number; clients: number; servers: number; allowed: number }> {
  const { cluster, stop } = await startDisturbable({ instances })
  const visitors = openVisitors(cluster.urls, cluster.proxy?.certificate)
  let isOver = false
  const most = { clients: 0, servers: 0 }
  const watching = (async () => {
    while (!isOver) {
      const [row] = await cluster.database
        .state()
        .primary.ask<{ servers: number }>(
          "select count(*)::integer as servers from pg_stat_activity where datname = 'front_desk' and backend_type = 'client backend'",
        )
      const { clients = 0 } = (await cluster.pooler?.counts()) ?? {}
      most.clients = Math.max(most.clients, clients)
      most.servers = Math.max(most.servers, row?.servers ?? 0)
    }
  })()
  await visitors.signUpAll(SIGN_UPS, AT_ONCE)
  isOver = true
  await watching
  visitors.close()
  await stop()
  return { instances, ...most, allowed: allowedConnections() }
}

function allowedConnections(): number {
  const file = readFileSync(join(import.meta.dirname, '../../../deploy/pgbouncer.ini'), 'utf8')
  return Number(/^default_pool_size = (\d+)$/m.exec(file)?.[1])
}
