import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Call, FieldErrors, GroupedErrors, ParsedBodyOf } from '#contract/wire/call.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { sendRefusal } from './answer.ts'
import { readBody } from './bodies.ts'
import { pack } from './pack.ts'
import { redirectToSlash } from './trailing-slash.ts'
import { type Visitor, visitorOf } from './visitor.ts'

/** A bounded queue: whoever finds it full is told before the body is read. */
type Queue = { isFull(): boolean; admit<T>(work: () => Promise<T>): Promise<T | Refused> }

type RouteOptions = {
  room?: Queue
  /** What else a form with mistakes is told. */
  whenMalformed?: (refused: Refused, raw: Record<string, unknown>) => Promise<Refused>
  /** Long, and the same for everyone: its length tells nothing of a person. */
  isPacked?: boolean
}

/** Joins a call of the contract with the use case that answers it: parsed on the way in, typed on the way out. */
export function route<C extends Call>(
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

/** The same for those who are let in: whoever is not learns nothing of what the call asks for. */
export function admittedRoute<C extends Call, Admitted>(
  app: FastifyInstance,
  call: C,
  admit: (visitor: Visitor) => Promise<Admitted | Refused>,
  answer: (body: ParsedBodyOf<C>, admitted: Admitted, visitor: Visitor) => Promise<AnswerOf<C> | Refused>,
  { room, whenMalformed, isPacked = false }: RouteOptions = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: configOf(call),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = visitorOf(request, reply)
      const admitted = await admit(visitor)
      if (isRefused(admitted)) return sendRefusal(reply, admitted)
      if (room?.isFull()) return sendRefusal(reply, refuse('busy'))
      const raw = await readBody(request, call.encoding)
      const body = parse(call, raw)
      if (isRefused(body) && !isRefused(raw) && whenMalformed)
        return sendRefusal(reply, await whenMalformed(body, raw))
      // Only who has said everything takes a place: half a body, sent slowly, holds none.
      const work = async () => (isRefused(body) ? body : answer(body, admitted, visitor))
      const result = await (room ? room.admit(work) : work())
      if (isRefused(result)) return sendRefusal(reply, result)
      const status = call.statusOf?.(result) ?? 200
      reply.code(status).header('cache-control', 'no-store')
      if (!isPacked) return reply.send(result)
      return reply.type('application/json; charset=utf-8').send(await pack(reply, JSON.stringify(result)))
    },
  })
  if (call.isCrossOrigin) allowOrigins(app, call)
  redirectToSlash(app, call.method, call.path)
}

function configOf({ errorKey, isCrossOrigin }: Call) {
  return { errorKey, isCrossOrigin: isCrossOrigin === true }
}

/** What a browser asks before it lets a page of another origin show a token here. */
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

/** Zod's findings as messages by field; a refusal passes through. */
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
  return refuse('invalid-fields', { errors: toldBy(call, errors) })
}

/** Calls that tell one text tell all of it in one. */
function toldBy(call: Call, errors: FieldErrors): FieldErrors | GroupedErrors | string {
  if (call.formOf) return groupByForm(errors, call.formOf)
  if (call.errorKey === 'errors') return errors
  return Object.entries(errors)
    .map(([field, text]) => `${field}: ${text.join(' ')}`)
    .join(' ')
}

/** What belongs to no form (a key, a total) is told where the person pays. */
function groupByForm(errors: FieldErrors, formOf: NonNullable<Call['formOf']>): GroupedErrors {
  const groups: GroupedErrors = {}
  for (const [field, text] of Object.entries(errors)) {
    const form = formOf.get(field) ?? 'payment_form'
    groups[form] = { ...groups[form], [field]: text }
  }
  return groups
}
