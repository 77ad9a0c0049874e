import { type EventRow, eventOf } from '#server/accounts/feed/events.ts'
import { postTo } from '#server/platform/post-to.ts'
import { type SignedHeaders, signWebhook } from '#server/platform/webhook-signature.ts'
import { MINUTE, SECOND } from '#server/ports/clock.ts'
import type { Lane } from './queries.ts'

const REQUESTS_AT_ONCE = 8
/** After this many accounts in a row whose new events were all refused, the events are not the problem. */
const REFUSED_IN_A_ROW = 3

export type LaneOutcome = { lane: Lane; taken: number; failure?: Exclude<Delivery, { kind: 'taken' }> }

export type SendResult = {
  outcomes: LaneOutcome[]
  taken: number
  /** Nothing was accepted, and not because of single events. */
  isDown: boolean
  isGone: boolean
  /** How long it asks us to pause. */
  pauseMs: number
  error: string | null
}

/**
 * Sends the events of each account one after the other, and several accounts at the same time. An undelivered
 * event stops only its own account. Stops beginning requests when `mayBegin` says so, or when the endpoint
 * seems to be down or asks for a pause. An account that was refused before says nothing about the endpoint
 * when it is refused again.
 */
export async function sendLanes(
  lanes: readonly Lane[],
  deliver: (event: EventRow) => Promise<Delivery>,
  mayBegin: () => boolean,
): Promise<SendResult> {
  const outcomes: LaneOutcome[] = lanes.map((lane) => ({ lane, taken: 0 }))
  const sent: SendResult = { outcomes, taken: 0, isDown: false, isGone: false, pauseMs: 0, error: null }
  let refused = 0
  const goesOn = () => mayBegin() && !sent.isDown && !sent.isGone && sent.pauseMs === 0
  const waiting = outcomes.values()

  async function sendNext(): Promise<void> {
    for (const outcome of waiting) {
      for (const event of outcome.lane.events) {
        if (!goesOn()) return
        const delivery = await deliver(event)
        if (delivery.kind !== 'taken') {
          outcome.failure = delivery
          sent.error = delivery.error
          sent.isGone ||= delivery.kind === 'gone'
          sent.pauseMs = Math.max(sent.pauseMs, delivery.pauseMs ?? 0)
          if (outcome.lane.failingSince === null && sent.taken === 0) {
            refused += 1
            sent.isDown ||= delivery.kind === 'unreachable' || refused >= REFUSED_IN_A_ROW
          }
          break
        }
        outcome.taken += 1
        sent.taken += 1
        sent.isDown = false
      }
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, sendNext))
  return sent
}

const ANSWERS_WITHIN_MS = 15_000
/** The maximum pause for an endpoint. */
export const LONGEST_PAUSE_MS = 30 * MINUTE
/** Its status has been read by then, so nothing is lost. */
const BODY_ENDS_WITHIN_MS = SECOND
/** Too many requests, and unavailable. */
const busy: readonly number[] = [429, 503]

/**
 * `refused`: the endpoint answered, but did not accept this event. `unreachable`: there was no answer.
 * `gone`: it wants no more events.
 */
export type Delivery =
  | { kind: 'taken' }
  | {
      kind: 'refused' | 'unreachable' | 'gone'
      error: string
      /** How long it asks us to pause. */
      pauseMs?: number
    }

export async function sendEvent(
  url: string,
  secrets: readonly string[],
  row: EventRow,
  at: Date,
): Promise<Delivery> {
  const event = eventOf(row)
  const body = JSON.stringify(event)
  try {
    // The status says whether it was accepted. Resent because of a broken body, it would be sent forever.
    const { status, headers } = await postTo(url, {
      body,
      headers: headersOf(signWebhook({ id: event.id, body, now: at }, secrets)),
      withinMs: ANSWERS_WITHIN_MS,
      bodyWithinMs: BODY_ENDS_WITHIN_MS,
    })
    if (status >= 200 && status < 300) return { kind: 'taken' }
    const error = `It answered ${status} to ${event.id}`
    if (status === 410) return { kind: 'gone', error }
    return { kind: 'refused', error, ...pauseIn(status, headers['retry-after'] ?? '', at) }
  } catch (error) {
    return { kind: 'unreachable', error: explain(error as NodeJS.ErrnoException) }
  }
}

/** Retry-After of a busy endpoint, in seconds or as a date, capped. */
function pauseIn(status: number, retryAfter: string, now: Date): { pauseMs?: number } {
  const text = busy.includes(status) ? retryAfter : ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return ms > 0 ? { pauseMs: Math.min(ms, LONGEST_PAUSE_MS) } : {}
}

function headersOf({ id, timestamp, signature }: SignedHeaders): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'feed',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
}

function explain({ name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError') return `It did not answer within ${ANSWERS_WITHIN_MS / 1000} s`
  return `It cannot be reached: ${code ?? message}`
}
