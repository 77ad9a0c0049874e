import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type {
  AccountCall,
  AnswerOf,
  Call,
  FieldErrors,
  GroupedErrors,
  OpenCall,
  ParsedBodyOf,
} from '#contract/wire/call.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { sendRefusal } from './answer.ts'
import { readBody } from './bodies.ts'
import { pack } from './pack.ts'
import { redirectToSlash } from './urls.ts'
import { type Visitor, visitorOf } from './visitor.ts'

/** A bounded queue. When it is full, the request is refused before its body is parsed. */
type Queue = { isFull(): boolean; admit<T>(work: () => Promise<T>): Promise<T | Refused> }

type RouteOptions = {
  queue?: Queue
  /** Extends the refusal of an invalid form. */
  whenMalformed?: (refused: Refused, raw: Record<string, unknown>) => Promise<Refused>
  /**
   * Compresses the response: it is long, and the same for everyone, so its length reveals nothing about a
   * person.
   */
  isPacked?: boolean
  /** Anyone may keep the response for this long: it is the same for everyone. */
  cachedSeconds?: number
}

/**
 * Registers the use case that answers a call without a session. The body is parsed with the call's schema, and the
 * result is typed.
 */
export function route<C extends Call & { names?: never }>(
  app: FastifyInstance,
  call: C,
  answer: (body: ParsedBodyOf<C>, visitor: Visitor) => Promise<AnswerOf<C> | Refused>,
  options: RouteOptions = {},
): void {
  admittedRoute(
    app,
    call,
    async () => undefined,
    (body, _nobody, visitor) => answer(body, visitor),
    options,
  )
}

/**
 * The same for calls that require admission. Without it, the response reveals nothing about the expected
 * body.
 */
export function admittedRoute<C extends Call, Admitted>(
  app: FastifyInstance,
  call: C,
  admit: (visitor: Visitor) => Promise<Admitted | Refused>,
  answer: (body: ParsedBodyOf<C>, admitted: Admitted, visitor: Visitor) => Promise<AnswerOf<C> | Refused>,
  { queue, whenMalformed, isPacked = false, cachedSeconds }: RouteOptions = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: configOf(call),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = visitorOf(request, reply)
      const admitted = await admit(visitor)
      if (isRefused(admitted)) return sendRefusal(reply, admitted)
      if (queue?.isFull()) return sendRefusal(reply, refuse('busy'))
      const raw = readBody(request, call.encoding)
      const body = parse(call, raw)
      if (isRefused(body) && !isRefused(raw) && whenMalformed)
        return sendRefusal(reply, await whenMalformed(body, raw))
      // A request takes a slot in the queue only when its whole body has arrived, so slow clients hold none.
      const work = async () => (isRefused(body) ? body : answer(body, admitted, visitor))
      const result = await (queue ? queue.admit(work) : work())
      if (isRefused(result)) return sendRefusal(reply, result)
      const status = call.statusOf?.(result) ?? 200
      reply
        .code(status)
        .header('cache-control', cachedSeconds ? `public, max-age=${cachedSeconds}` : 'no-store')
      if (!isPacked) return reply.send(result)
      return reply.type('application/json; charset=utf-8').send(await pack(reply, JSON.stringify(result)))
    },
  })
  if (call.isCrossOrigin) allowOrigins(app, call)
  redirectToSlash(app, call.method, call.path)
}

/** A call without a route fails the start. Fastify refuses one that is registered twice. */
export function requireRoutes(app: FastifyInstance, calls: readonly Call[]): void {
  app.addHook('onReady', async () => {
    const missing = calls.filter(({ method, path }) => !app.hasRoute({ method, url: path }))
    if (missing.length === 0) return
    const names = missing.map(({ method, path }) => `${method} ${path}`).join(', ')
    throw new Error(`No use case answers ${names}: register it with its route.`)
  })
}

function configOf(call: Call | AccountCall | OpenCall) {
  const { errorKey, isCrossOrigin } = call
  const says = 'names' in call || 'why' in call || 'proof' in call
  return { errorKey, isCrossOrigin: isCrossOrigin === true, ...(says && { access: call }) }
}

/** Answers the CORS preflight request of a page that sends a token from another origin. */
function allowOrigins(app: FastifyInstance, call: Call): void {
  app.options(call.path, { config: configOf(call) }, async (_request, reply) =>
    reply
      .header('access-control-allow-methods', call.method)
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '3600')
      .code(204)
      .send(),
  )
}

/** Zod's issues as messages by field. A refusal is returned unchanged. */
export function parse<C extends Call>(
  call: C,
  raw: Record<string, unknown> | Refused,
): ParsedBodyOf<C> | Refused {
  if (isRefused(raw)) return raw
  const parsed = (call.bodyFor?.(raw) ?? call.body).safeParse(raw)
  if (parsed.success) return parsed.data as ParsedBodyOf<C>
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '')
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return refuse('invalid-fields', { errors: formatErrors(call, errors) })
}

/** Formats field errors as the call expects: grouped by form, by field, or joined into one text. */
function formatErrors(call: Call, errors: FieldErrors): FieldErrors | GroupedErrors | string {
  if (call.formOf) return groupByForm(errors, call.formOf)
  if (call.errorKey === 'errors') return errors
  return Object.entries(errors)
    .map(([field, text]) => `${field}: ${text.join(' ')}`)
    .join(' ')
}

/** Errors that belong to no form (a key, a total) are shown on the payment form. */
function groupByForm(errors: FieldErrors, formOf: NonNullable<Call['formOf']>): GroupedErrors {
  const groups: GroupedErrors = {}
  for (const [field, text] of Object.entries(errors)) {
    const form = formOf.get(field) ?? 'payment_form'
    groups[form] = { ...groups[form], [field]: text }
  }
  return groups
}
