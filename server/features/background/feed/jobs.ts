import { assignPositions } from '#server/accounts/feed/events.ts'
import { handleRestarts } from '#server/accounts/feed/restart-feed.ts'
import type { Deps } from '#server/deps.ts'
import { claimEndpoint } from './claim-endpoint.ts'
import { deleteOldEvents } from './delete-old.ts'
import { type FeedDeps, serveEndpoint } from './serve-endpoint.ts'

/** So many endpoints are served at the same time by one process: a slow one does not delay the others. */
const ENDPOINTS_AT_ONCE = 4

/** Gives new events their positions, and sends them. */
export function handleFeed(deps: FeedDeps & Pick<Deps, 'jobs'>): void {
  const { jobs } = deps
  handleRestarts(deps)
  jobs.every('feed-old-events', 3600, () => deleteOldEvents(deps))
  for (let place = 1; place <= ENDPOINTS_AT_ONCE; place += 1)
    jobs.every(`feed-${place}`, 1, (mayGoOn) => sendToDue(deps, mayGoOn))
}

/**
 * Serves one endpoint after the other, without a pause between them: a thousand get an event within seconds. Ends at the
 * first that it has served before, so that one that always has something to send does not keep it from pausing.
 */
async function sendToDue(deps: FeedDeps, mayGoOn: () => boolean): Promise<void> {
  const served = new Set<number>()
  while (mayGoOn()) {
    const id = await sendFeed(deps)
    if (id === undefined || served.has(id)) return
    served.add(id)
  }
}

/** Serves one endpoint, if one has something to send. Returns its id. */
export async function sendFeed(deps: FeedDeps): Promise<number | undefined> {
  await assignPositions(deps.db)
  const endpoint = await claimEndpoint(deps.db, deps.clock.now())
  if (endpoint) await serveEndpoint(deps, endpoint)
  return endpoint?.id
}
