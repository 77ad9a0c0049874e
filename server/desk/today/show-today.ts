import { deskPages } from '#contract/desk/desk-pages.ts'
import { isQueueName, type QueueName, queues } from '#contract/desk/today/queues.ts'
import type { Queue, QueueRow, QueueValues, TodayValues } from '#contract/desk/today/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { BEGINNING, readPlace, writePlace } from '#server/billing/queues/place.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import type { PlacedRow } from './placed-row.ts'
import { queueSources } from './queue-sources.ts'

const SHOWN = 5
/** Beyond this number, how many more does not matter. */
const COUNTED_AT_MOST = 200
const PAGE = 50

export async function showToday(deps: DeskDeps, operator: Operator): Promise<TodayValues> {
  const shown: Queue[] = []
  for (const name of Object.keys(queues) as QueueName[]) shown.push(await showFirst(deps, operator, name))
  return { queues: shown }
}

async function showFirst(deps: DeskDeps, operator: Operator, name: QueueName): Promise<Queue> {
  const { rows, allHref = pathOf(name) } = queueSources[name]
  const now = deps.clock.now()
  const waiting = await rows(deps, { operator, place: BEGINNING, atMost: COUNTED_AT_MOST + 1, now })
  return {
    name,
    count: Math.min(waiting.length, COUNTED_AT_MOST),
    isMore: waiting.length > COUNTED_AT_MOST,
    oldest: oldestOf(waiting),
    rows: waiting.slice(0, SHOWN).map(withoutPlace),
    allHref: waiting.length > SHOWN ? allHref : null,
  }
}

/** All rows of one queue, page by page. Those that have a list of their own are there. */
export async function showQueue(
  deps: DeskDeps,
  operator: Operator,
  name: string,
  after: string | undefined,
): Promise<QueueValues | Redirect | Refused> {
  if (!isQueueName(name)) return refuse('not-found')
  const { rows, allHref } = queueSources[name]
  if (allHref) return { redirectTo: allHref }
  const place = readPlace(after)
  const found = await rows(deps, { operator, place, atMost: PAGE + 1, now: deps.clock.now() })
  const last = found.length > PAGE ? found[PAGE - 1]?.place : undefined
  return {
    name,
    rows: found.slice(0, PAGE).map(withoutPlace),
    next: last ? `${pathOf(name)}?after=${writePlace(last)}` : null,
    first: place === BEGINNING ? null : pathOf(name),
  }
}

function pathOf(name: QueueName): string {
  return fillPath(deskPages.queue.path, { queue: name })
}

/** What has to be done first need not have waited longest. */
function oldestOf(waiting: readonly PlacedRow[]): string | null {
  const [oldest] = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return oldest?.age ?? null
}

function withoutPlace({ place: _, at: __, ...row }: PlacedRow): QueueRow {
  return row
}
