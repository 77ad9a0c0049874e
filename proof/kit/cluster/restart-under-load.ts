import type { RunningCluster } from '../../../scripts/cluster/start-cluster.ts'
import { form, keepAsking } from '../load.ts'
import { openVisitors } from './visitors.ts'

/** Restarts instances one after the other while people ask. They ask again only if a connection is refused. */
export async function restartUnderLoad(
  cluster: RunningCluster,
  count: number,
): Promise<{ asked: number; failed: string[] }> {
  const visitors = openVisitors(cluster.urls, cluster.proxy?.certificate)
  let isOver = false
  const answers = keepAsking(
    async (number) => {
      const isPost = number % 2 === 0
      const { status } = await visitors.send(
        isPost ? '/rest/auth/check_agent_email/' : '/login/',
        number,
        isPost ? form({ email: `load-${number}@example.com` }) : undefined,
      )
      if (status === 'lost') throw new Error('no answer')
      return { status, arrayBuffer: async () => undefined }
    },
    { atOnce: 4, until: () => isOver, restMs: 5 },
  )
  await cluster.restartInstances(count)
  isOver = true
  const all = await answers
  visitors.close()
  return {
    asked: all.length,
    failed: all.filter(({ status }) => status !== 200).map(({ status }) => String(status)),
  }
}
