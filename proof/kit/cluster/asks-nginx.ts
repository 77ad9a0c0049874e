import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../../../scripts/cluster/find-program.ts'
import { startNginx } from '../../../scripts/cluster/proxy.ts'
import type { RunningCluster } from '../../../scripts/cluster/start-cluster.ts'
import { openWorkplace } from '../../../scripts/cluster/workplace.ts'
import { findFreePort } from '../../../scripts/find-free-port.ts'
import { asksPlainly } from './asks-plainly.ts'
import { openVisitors } from './visitors.ts'

const STARTS_WITHIN_MS = 20_000

/** What the other proxy of the deploy kit answers. Undefined if it cannot be had here. */
export async function asksNginx({ instances }: RunningCluster) {
  const program = findProgram('nginx', console.log)
  if (!program) return undefined
  const workplace = openWorkplace()
  const nginx = startNginx({
    workplace,
    program: workplace.reachable(program),
    port: await findFreePort(),
    plainPort: await findFreePort(),
    instances: instances.map(({ port }) => port),
  })
  const visitors = openVisitors([nginx.url], nginx.certificate)
  const deadline = Date.now() + STARTS_WITHIN_MS
  let ready = await visitors.send('/ready', 1)
  while (ready.status !== 200 && Date.now() < deadline) {
    await pause(50)
    ready = await visitors.send('/ready', 1)
  }
  const metrics = await visitors.send('/metrics', 1)
  const plain = await asksPlainly(nginx.url)
  visitors.close()
  await workplace.remove()
  return { ready: ready.status, metrics: metrics.status, plain }
}
