import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerOf, OpenCall } from '#contract/wire/call.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { isSignedBy, type SignedHeaders } from '#server/platform/webhook-signature.ts'
import type { Clock } from '#server/ports/clock.ts'
import { sendRefusal } from './answer.ts'
import { contentOf } from './bodies.ts'
import { redirectToSlash } from './urls.ts'

type Signed = {
  /** Without one, the URL answers as if it did not exist. */
  secrets: readonly string[]
  clock: Clock
  bodyAtMostBytes: number
}

/**
 * Registers a call made by another service, signed by Standard Webhooks. The signature covers the body's
 * bytes, so they are parsed only once it is verified; undefined if they cannot be interpreted.
 */
export function signedRoute<C extends OpenCall>(
  app: FastifyInstance,
  call: C,
  { secrets, clock, bodyAtMostBytes }: Signed,
  answer: (body: Record<string, unknown> | undefined, id: string) => Promise<AnswerOf<C> | Refused>,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
    scope.route({
      method: call.method,
      url: call.path,
      bodyLimit: bodyAtMostBytes,
      config: { errorKey: call.errorKey, access: call },
      handler: async (request, reply) => {
        if (secrets.length === 0) return sendRefusal(reply, refuse('not-found'))
        const headers = signatureIn(request)
        const text = typeof request.body === 'string' ? request.body : ''
        if (!isSignedBy(headers, text, secrets, clock.now()))
          return sendRefusal(reply, refuse('wrong-credentials'))
        const result = await answer(readJson(text), headers.id)
        if (isRefused(result)) return sendRefusal(reply, result)
        return reply.header('cache-control', 'no-store').send(result)
      },
    })
    done()
  })
  redirectToSlash(app, call.method, call.path)
}

function signatureIn({ headers }: FastifyRequest): SignedHeaders {
  const one = (name: string) => String(headers[name] ?? '')
  return { id: one('webhook-id'), timestamp: one('webhook-timestamp'), signature: one('webhook-signature') }
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const body = contentOf(JSON.parse(text))
    return isRefused(body) ? undefined : body
  } catch {
    return undefined
  }
}
