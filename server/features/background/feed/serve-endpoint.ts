import { secretsOf } from '#server/accounts/feed/endpoints.ts'
import type { EventRow } from '#server/accounts/feed/events.ts'
import type { Deps } from '#server/deps.ts'
import { DAY, later, SECOND } from '#server/ports/clock.ts'
import {
  type Claimed,
  hurryWaiting,
  type Lane,
  listNext,
  listWaiting,
  lockClaimed,
  oldestRefusal,
  releaseEndpoint,
  saveEndpointState,
  saveWaiting,
  type WaitingAccount,
} from './queries.ts'
import {
  type Delivery,
  type LaneOutcome,
  LONGEST_PAUSE_MS,
  type SendResult,
  sendEvent,
  sendLanes,
} from './send-lanes.ts'

export type FeedDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** The latest time to begin a request. With its timeout it ends well within the claim. */
const BEGIN_WITHIN_MS = 5_000
const FIRST_PAUSE_MS = 10 * SECOND
/** After this the operator is alerted. It is still retried. */
const FAILS_AFTER_MS = 3 * DAY

/** Sends what is due to one claimed endpoint, batch after batch, for a few seconds. */
export async function serveEndpoint(deps: FeedDeps, claimed: Claimed): Promise<void> {
  const until = performance.now() + BEGIN_WITHIN_MS
  const mayBegin = () => performance.now() < until
  const secrets = secretsOf(claimed, deps.config.secrets, deps.clock.now())
  const deliver = (event: EventRow) => sendEvent(claimed.url, secrets, event, deps.clock.now())
  let endpoint: Claimed | undefined = claimed
  // New events first: accounts that do not answer in time cannot use up every turn.
  endpoint = await serveOnce(deps, endpoint, 'new', deliver, mayBegin)
  while (endpoint && mayBegin()) endpoint = await serveOnce(deps, endpoint, 'waiting', deliver, mayBegin)
  await releaseEndpoint(deps.db, claimed)
}

/** The endpoint after a batch. Undefined: nothing more to do now. */
async function serveOnce(
  deps: FeedDeps,
  endpoint: Claimed,
  first: 'new' | 'waiting',
  deliver: (event: EventRow) => Promise<Delivery>,
  mayBegin: () => boolean,
): Promise<Claimed | undefined> {
  const batch = await chooseBatch(deps, endpoint, first)
  if (!batch) return undefined
  return save(deps, endpoint, await sendLanes(batch.lanes, deliver, mayBegin), batch.through)
}

type Batch = { lanes: Lane[]; through: number }

/**
 * Either waiting accounts or the next events, never both, because a waiting account's later events were
 * skipped. After failures a single event is tried first, preferably a new one.
 */
async function chooseBatch(
  { db, clock }: FeedDeps,
  endpoint: Claimed,
  first: 'new' | 'waiting',
): Promise<Batch | undefined> {
  const isProbe = endpoint.tries > 0
  const readNext = async (): Promise<Batch | undefined> => {
    const { lanes, through } = await listNext(db, endpoint, isProbe ? 1 : undefined)
    return through === undefined ? undefined : { lanes, through }
  }
  const readWaiting = async (): Promise<Batch | undefined> => {
    const lanes = await listWaiting(db, endpoint, clock.now(), isProbe ? 1 : undefined)
    return lanes.length === 0 ? undefined : { lanes, through: endpoint.sentThrough }
  }
  return isProbe || first === 'new'
    ? ((await readNext()) ?? readWaiting())
    : ((await readWaiting()) ?? readNext())
}

async function save(
  { db, clock, log }: FeedDeps,
  endpoint: Claimed,
  sent: SendResult,
  sentThrough: number,
): Promise<Claimed | undefined> {
  const wasTried = sent.taken > 0 || sent.error !== null
  if (!wasTried && sent.outcomes.some(({ lane }) => lane.events.length > 0)) return undefined
  const now = clock.now()
  const isDown = sent.isDown || (endpoint.tries > 0 && sent.taken === 0 && sent.error !== null)
  // An account that is refused again and again must not lengthen the pauses of all others.
  const hasNewFailed = sent.outcomes.some(({ lane, failure }) => failure && lane.failingSince === null)
  const tries = isDown ? endpoint.tries + (hasNewFailed ? 1 : 0) : sent.taken > 0 ? 0 : endpoint.tries
  const failingSince = isDown ? (endpoint.failingSince ?? now) : sent.taken > 0 ? null : endpoint.failingSince
  const done = sent.outcomes.filter(isComplete).map(({ lane }) => lane.accountId)
  const waiting = sent.outcomes
    .filter((outcome) => !isComplete(outcome))
    .map((outcome) => waitingOf(outcome, now))
  const saved = await db.transaction(async (tx) => {
    // Another instance sends to it, or the operator replayed or removed it: what was sent here is resent.
    const locked = await lockClaimed(tx, endpoint)
    if (!locked) return undefined
    await saveWaiting(tx, endpoint.id, done, waiting)
    // It answers again: what was waiting for it is due at once.
    if (endpoint.failingSince && sent.taken > 0)
      await hurryWaiting(tx, endpoint.id, endpoint.failingSince, now)
    const since = [failingSince, await oldestRefusal(tx, endpoint.id)].filter((one) => one !== null)
    const isFailing = locked.hasMissed || since.some((one) => one <= later(now, -FAILS_AFTER_MS))
    const state = sent.isGone ? ('disabled' as const) : isFailing ? ('failing' as const) : ('active' as const)
    const nextAt = later(now, Math.max(isDown ? pauseAfter(tries) : 0, sent.pauseMs))
    const progress = { sentThrough, tries, failingSince, state, nextAt, error: sent.error }
    await saveEndpointState(tx, endpoint, { ...progress, hasTaken: sent.taken > 0 }, now)
    return { ...progress, wasAlerted: locked.hasMissed && state !== 'disabled' }
  })
  if (!saved) return undefined
  if (saved.state !== endpoint.state && !saved.wasAlerted) alertOperator(log, endpoint, saved)
  if (isDown || sent.pauseMs > 0 || saved.state === 'disabled') return undefined
  return { ...endpoint, ...saved, state: saved.state }
}

function isComplete({ lane, taken }: LaneOutcome): boolean {
  return taken === lane.events.length && !lane.hasMore
}

function waitingOf({ lane, taken, failure }: LaneOutcome, now: Date): WaitingAccount {
  const { accountId, events } = lane
  const next = events[taken]?.sequence ?? (events.at(-1)?.sequence ?? 0) + 1
  if (!failure)
    return {
      accountId,
      nextSequence: next,
      tries: taken > 0 ? 0 : lane.tries,
      nextAt: now,
      failingSince: taken > 0 ? null : lane.failingSince,
      error: null,
    }
  const tries = taken > 0 ? 1 : lane.tries + 1
  return {
    accountId,
    nextSequence: next,
    tries,
    nextAt: later(now, pauseAfter(tries)),
    failingSince: (taken > 0 ? null : lane.failingSince) ?? now,
    error: failure.error,
  }
}

/**
 * 10 s, 30 s, 90 s, … 30 min, each up to a tenth longer, so that not everything is retried at the same
 * moment.
 */
function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 3 ** (tries - 1), LONGEST_PAUSE_MS) * (1 + Math.random() / 10)
}

function alertOperator(
  log: Deps['log'],
  { id, url }: Claimed,
  { state, error }: { state: 'active' | 'failing' | 'disabled'; error: string | null },
): void {
  const about = { endpoint: id, host: new URL(url).host, reason: error }
  if (state === 'failing') log.error(about, 'An endpoint of the feed has not taken an event for three days')
  else if (state === 'disabled')
    log.error(about, 'An endpoint of the feed wants no more events: it was disabled')
  else log.info(about, 'An endpoint of the feed takes events again')
}
