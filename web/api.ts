import type { AnswerOf, BodyOf, Call, FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import { type Endpoint, fillPath } from '#contract/wire/endpoint.ts'
import { PAGE_OF } from '#contract/wire/page-of.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { within } from './within.ts'

/** The result of a call: a successful answer, a refusal with messages, or no usable answer. */
export type Outcome<C> =
  | { kind: 'answered'; status: number; answer: AnswerOf<C> }
  | {
      kind: 'refused'
      status: number
      errors: FieldErrors | GroupedErrors | string
      body: Record<string, unknown>
    }
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' }

/** Longer than the server takes for anything. Without it, a lost connection would never time out. */
const ANSWER_WITHIN_MS = 60_000

const lost = { kind: 'failed', message: messages.networkError } as const

type Options = { parts?: Record<string, string>; signal?: AbortSignal }
type Send = <C extends Call>(call: C, body: BodyOf<C>, options?: Options) => Promise<Outcome<C>>

/**
 * Makes a call. Account pages handle some refusals by asking the person, and repeat the call
 * (use-step-up.ts).
 */
export let send: Send = sendOnce
export function sendBy(other: Send): void {
  send = other
}

/** Calls our own server. This, account/read-current-props.ts and the blog's blog-feed.ts contain the only fetches of the pages. */
export async function sendOnce<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: Options = {},
): Promise<Outcome<C>> {
  try {
    const response = await fetch(fillPath(call.path, options.parts), {
      signal: within(ANSWER_WITHIN_MS, options.signal),
      method: call.method,
      credentials: 'same-origin',
      redirect: 'error',
      ...withPageOf(encoded(call, body as Record<string, unknown>)),
    })
    return await outcomeOf(call, response)
  } catch {
    // No connection, no answer in time, or invalid JSON: browsers word these differently.
    return options.signal?.aborted ? { kind: 'cancelled' } : lost
  }
}

/** The errors to show for a failed call; none if it succeeded or was canceled. */
export function errorsOf(outcome: Outcome<Call>): FieldErrors | GroupedErrors | string | undefined {
  if (outcome.kind === 'refused') return outcome.errors
  return outcome.kind === 'failed' ? outcome.message : undefined
}

type Encoded = { body?: BodyInit; headers?: Record<string, string> }

function encoded({ encoding }: Endpoint, body: Record<string, unknown>): Encoded {
  if (encoding === 'json') {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  if (encoding === 'none') return {}
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    form.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  return { body: form }
}

/** The layout contains whose page this is, for pages of the account and the desk. */
function withPageOf(request: Encoded): Encoded {
  const pageOf = globalThis.document?.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  return pageOf ? { ...request, headers: { ...request.headers, [PAGE_OF]: pageOf } } : request
}

async function outcomeOf<C extends Call>(call: C, response: Response): Promise<Outcome<C>> {
  const answer = await readAnswer(response, call)
  const body = answer && typeof answer === 'object' ? (answer as Record<string, unknown>) : {}
  const { ok, status } = response
  if (ok && holdsAnswer(body, call)) return { kind: 'answered', status, answer: answer as AnswerOf<C> }
  const errors = body[call.errorKey]
  if (!ok && hasMessage(errors))
    return { kind: 'refused', status, errors: errors as FieldErrors | string, body }
  return lost
}

async function readAnswer(response: Response, { answerKey }: Endpoint): Promise<unknown> {
  return response.ok && answerKey === '' ? undefined : response.json()
}

function holdsAnswer(body: Record<string, unknown>, { answerKey }: Endpoint): boolean {
  if (answerKey === '') return true
  if (!Object.hasOwn(body, answerKey)) return false
  return answerKey !== 'data' || (typeof body.data === 'object' && body.data !== null)
}

/** A refusal without a message would show nothing, so at least one is required. */
function hasMessage(errors: unknown): boolean {
  if (typeof errors === 'string') return errors.trim() !== ''
  return typeof errors === 'object' && errors !== null && Object.values(errors).some(hasMessage)
}
