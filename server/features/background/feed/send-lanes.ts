import type { EventRow } from '#server/accounts/feed/events.ts'
import type { Lane } from './queries.ts'
import type { Delivery } from './send-event.ts'

const REQUESTS_AT_ONCE = 8
/** So many accounts in a row whose new events were all refused: it is not about the events. */
const REFUSED_IN_A_ROW = 3

export type LaneOutcome = { lane: Lane; taken: number; failure?: Exclude<Delivery, { kind: 'taken' }> }

export type Sent = {
  outcomes: LaneOutcome[]
  taken: number
  /** Nothing was taken, and it is not about single events. */
  isDown: boolean
  isGone: boolean
  /** It asks for nothing at all for so long. */
  pauseMs: number
  error: string | null
}

/**
 * Sends the events of each account one after the other, and several accounts at the same time. An event that is not
 * taken stops its account only. Stops beginning requests when `mayBegin` says so, or when the endpoint seems to be down or
 * asks for a pause.
 * An account that was refused before says nothing about the endpoint when it is refused again.
 */
export async function sendLanes(
  lanes: readonly Lane[],
  deliver: (event: EventRow) => Promise<Delivery>,
  mayBegin: () => boolean,
): Promise<Sent> {
  const outcomes: LaneOutcome[] = lanes.map((lane) => ({ lane, taken: 0 }))
  const sent: Sent = { outcomes, taken: 0, isDown: false, isGone: false, pauseMs: 0, error: null }
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
