import { vi } from 'vitest'
import type { Call } from '#contract/wire/call.ts'

export type SentRequest = { path: string; method: string; body: Record<string, unknown> }
type Answer = { status?: number; body?: unknown } | 'lost'

/**
 * Answers the page's calls: `answerCalls((asked) => ({ status: 400, body: { errors: 'No.' } }))`. Returns a
 * growing list of the requests. An answer may be a promise, so that a test decides when it arrives.
 */
export function answerCalls(answer: (requests: SentRequest) => Answer | Promise<Answer>): SentRequest[] {
  const all: SentRequest[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    // As the browser does: a page that was left asks nothing.
    init.signal?.throwIfAborted()
    const request = { path: String(url), method: init.method ?? 'GET', body: readBody(init.body) }
    all.push(request)
    const response = await untilAborted(answer(request), init.signal)
    if (response === 'lost') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(response.body ?? {}), { status: response.status ?? 200 })
  })
  return all
}

/** Whether a request was for this call. */
export function isFor(requests: SentRequest, call: Pick<Call, 'path'>): boolean {
  return requests.path.startsWith(call.path.replace(/:.*$/, ''))
}

function readBody(body: BodyInit | null | undefined): Record<string, unknown> {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : {}
}

function untilAborted<T>(answer: T | Promise<T>, signal?: AbortSignal | null): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    Promise.resolve(answer).then(resolve, reject)
  })
}
