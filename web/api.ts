import {
  type AnswerOf,
  addressOf,
  type BodyOf,
  type Call,
  type FieldErrors,
  type GroupedErrors,
} from '#contract/calls/call.ts'
import * as messages from '#contract/messages.ts'

/** What came of a call: a good answer, a refusal with its words, or no answer worth the name. */
export type Outcome<C> =
  | { kind: 'answered'; status: number; answer: AnswerOf<C> }
  | {
      kind: 'refused'
      status: number
      errors: FieldErrors | GroupedErrors | string
      said: Record<string, unknown>
    }
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' }

/** The only fetch of the pages. */
export async function send<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: { parts?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Outcome<C>> {
  try {
    const response = await fetch(addressOf(call.path, options.parts), {
      method: call.method,
      credentials: 'same-origin',
      redirect: 'error',
      ...(options.signal ? { signal: options.signal } : {}),
      ...encoded(call, body as Record<string, unknown>),
    })
    return await outcomeOf(call, response)
  } catch (error) {
    if (options.signal?.aborted) return { kind: 'cancelled' }
    return { kind: 'failed', message: error instanceof SyntaxError ? messages.networkError : wordsOf(error) }
  }
}

function encoded(call: Call, body: Record<string, unknown>): { body?: BodyInit; headers?: HeadersInit } {
  if (call.encoding === 'json') {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  if (call.encoding === 'none') return {}
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    form.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  return { body: form }
}

async function outcomeOf<C extends Call>(call: C, response: Response): Promise<Outcome<C>> {
  const said: unknown = await response.json()
  if (response.ok) {
    const answer = call.answer.safeParse(said)
    if (!answer.success) return { kind: 'failed', message: messages.networkError }
    return { kind: 'answered', status: response.status, answer: answer.data as AnswerOf<C> }
  }
  const words = said && typeof said === 'object' ? (said as Record<string, unknown>) : {}
  const errors = words[call.words]
  if (typeof errors !== 'string' && (typeof errors !== 'object' || errors === null)) {
    return { kind: 'failed', message: messages.networkError }
  }
  return { kind: 'refused', status: response.status, errors: errors as FieldErrors | string, said: words }
}

function wordsOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : messages.networkError
}
