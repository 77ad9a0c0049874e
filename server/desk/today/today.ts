import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as calls from '#contract/desk/today.ts'
import {
  isQueueName,
  type Queue,
  type QueueName,
  type QueueRow,
  type QueueValues,
  queues,
  type TodayValues,
} from '#contract/desk/today.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { OLDEST, partOf, readCursor, writeCursor } from '#server/platform/db/cursor.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'
import * as act from './act.ts'
import {
  approvalRows,
  chargeRows,
  differenceRows,
  disputeRows,
  heldRows,
  refundRows,
  renewalRows,
} from './money-rows.ts'
import type { QueueRequest, WaitingRow } from './row-parts.ts'
import { jobRows, leftRows, mailRows, setUpRows, waitingRows } from './work-rows.ts'

export function todayRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'today', (operator) => showToday(deps, operator))
  deskPage(app, deps, 'queue', (operator, { visitor, query }) =>
    showQueue(deps, operator, visitor.parts.queue ?? '', query.after),
  )
  deskRoute(app, deps, calls.settleCharge, (body, operator) => act.settleCharge(deps, body, operator))
  deskRoute(app, deps, calls.settleRefund, (body, operator) => act.settleRefund(deps, body, operator))
  deskRoute(app, deps, calls.decideRefund, (body, operator) => act.decideRefund(deps, body, operator))
  deskRoute(app, deps, calls.leaveDifference, (body, operator) => act.leaveDifference(deps, body, operator))
  deskRoute(app, deps, calls.repeatSetUp, (body, operator) => act.repeatSetUp(deps, body, operator))
  deskRoute(app, deps, calls.retryJob, (body, operator) => act.retryJob(deps, body, operator))
  deskRoute(app, deps, calls.setJobAside, (body, operator) => act.setJobAside(deps, body, operator))
  deskRoute(app, deps, calls.setMailAside, (body, operator) => act.setMailAside(deps, body, operator))
  deskRoute(app, deps, calls.sendResumeLink, (body, operator) => act.sendResumeLink(deps, body, operator))
}

const SHOWN = 5
/** Beyond this number the exact count does not matter. */
const COUNTED_AT_MOST = 200
const PAGE = 50

async function showToday(deps: DeskDeps, operator: Operator): Promise<TodayValues> {
  const shown: Queue[] = []
  for (const name of Object.keys(queues) as QueueName[]) shown.push(await showFirst(deps, operator, name))
  return { queues: shown }
}

async function showFirst(deps: DeskDeps, operator: Operator, name: QueueName): Promise<Queue> {
  const { rows, allHref = pathOf(name) } = queueSources[name]
  const now = deps.clock.now()
  const waiting = await rows(deps, { operator, cursor: OLDEST, atMost: COUNTED_AT_MOST + 1, now })
  return {
    name,
    count: Math.min(waiting.length, COUNTED_AT_MOST),
    isMore: waiting.length > COUNTED_AT_MOST,
    oldest: oldestOf(waiting),
    rows: waiting.slice(0, SHOWN).map(shownRow),
    allHref: waiting.length > SHOWN ? allHref : null,
  }
}

function pathOf(name: QueueName): string {
  return fillPath(deskPages.queue.path, { queue: name })
}

type QueueSource = {
  rows: (deps: DeskDeps, request: QueueRequest) => Promise<WaitingRow[]>
  /** The page that lists all of them, if there is one besides the queue's own. */
  allHref?: string
}

/** The source of each queue's rows, most urgent first. */
const queueSources: Record<QueueName, QueueSource> = {
  disputes: { rows: disputeRows, allHref: deskPages.disputes.path },
  approvals: { rows: approvalRows, allHref: deskPages.approvals.path },
  held: { rows: heldRows, allHref: deskPages['held-sign-ups'].path },
  charges: { rows: chargeRows },
  refunds: { rows: refundRows },
  differences: { rows: differenceRows },
  'set-ups': { rows: setUpRows },
  jobs: { rows: jobRows },
  waiting: { rows: waitingRows },
  renewals: { rows: renewalRows },
  mails: { rows: mailRows },
  left: { rows: leftRows },
}

/** The most urgent one need not have waited longest. */
function oldestOf(waiting: readonly WaitingRow[]): string | null {
  const [oldest] = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return oldest?.age ?? null
}

function shownRow({ cursor: _, at: __, ...row }: WaitingRow): QueueRow {
  return row
}

/** All rows of one queue, page by page. Queues with their own list link there. */
async function showQueue(
  deps: DeskDeps,
  operator: Operator,
  name: string,
  after: string | undefined,
): Promise<QueueValues | Redirect | Refused> {
  if (!isQueueName(name)) return refuse('not-found')
  const { rows, allHref } = queueSources[name]
  if (allHref) return { redirectTo: allHref }
  const cursor = readCursor(after)
  const request = { operator, cursor: cursor ?? OLDEST, atMost: PAGE + 1, now: deps.clock.now() }
  const found = await rows(deps, request)
  const { rows: part, last } = partOf(found, PAGE)
  return {
    name,
    rows: part.map(shownRow),
    next: last?.cursor ? `${pathOf(name)}?after=${writeCursor(last.cursor)}` : null,
    first: cursor === undefined ? null : pathOf(name),
  }
}
