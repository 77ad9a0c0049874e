import { type EventRow, eventOf } from '#server/accounts/feed/event-row.ts'
import { type SignedHeaders, signWebhook } from '#server/platform/webhook-signature.ts'
import { MINUTE, SECOND } from '#server/ports/clock.ts'

const ANSWERS_WITHIN_MS = 15_000
/** No endpoint is left alone for longer. */
export const LONGEST_PAUSE_MS = 30 * MINUTE
const ANSWER_BYTES_AT_MOST = 64 * 1024
/** Its status has been read by then, so that nothing is lost. */
const BODY_ENDS_WITHIN_MS = SECOND
/** Too many requests, and unavailable. */
const busy: readonly number[] = [429, 503]

/**
 * `refused`: the endpoint answered, but has not taken this event. `unreachable`: there was no answer.
 * `gone`: it wants no more events.
 */
export type Delivery =
  | { kind: 'taken' }
  | {
      kind: 'refused' | 'unreachable' | 'gone'
      error: string
      /** It asks for nothing at all for so long. */
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
    const response = await fetch(url, {
      method: 'POST',
      // The target of a redirect is not the endpoint that the operator has named.
      redirect: 'manual',
      body,
      headers: headersOf(signWebhook({ id: event.id, body, now: at }, secrets)),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    })
    // The status says whether it was taken. Sent again because of a broken body, it would be sent for ever.
    await discard(response).catch(() => {})
    if (response.ok) return { kind: 'taken' }
    const error = `It answered ${response.status} to ${event.id}`
    if (response.status === 410) return { kind: 'gone', error }
    return { kind: 'refused', error, ...pauseIn(response, at) }
  } catch (error) {
    return { kind: 'unreachable', error: explain(error as Error) }
  }
}

/** Retry-After, in seconds or as a date, of an endpoint that is busy. A longer one is shortened. */
function pauseIn({ status, headers }: Response, now: Date): { pauseMs?: number } {
  const text = busy.includes(status) ? (headers.get('retry-after') ?? '') : ''
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

/** Reads the answer, so that the connection can be used again, unless it is long or slow. */
async function discard({ body }: Response): Promise<void> {
  if (!body) return
  const reader = body.getReader()
  const timer = setTimeout(() => reader.cancel().catch(() => {}), BODY_ENDS_WITHIN_MS)
  try {
    let bytes = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length
      if (bytes > ANSWER_BYTES_AT_MOST) await reader.cancel()
    }
  } finally {
    clearTimeout(timer)
  }
}

function explain({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `It did not answer within ${ANSWERS_WITHIN_MS / 1000} s`
  const { code, message: reason = message } = (cause ?? {}) as { code?: string; message?: string }
  return `It cannot be reached: ${code ?? reason}`
}
