import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/wire/call.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { parseMultipart } from './multipart.ts'

const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The body as plain keys and values, whatever its encoding, or a refusal if it cannot be read. */
export function readBody(
  request: FastifyRequest,
  encoding: Call['encoding'],
): Record<string, unknown> | Refused {
  if (encoding === 'none') return {}
  if (encoding === 'query') return refusalOfContent(request.query) ?? { ...(request.query as object) }
  const contentType = request.headers['content-type'] ?? ''
  const isMultipart = /^multipart\/form-data\b/i.test(contentType)
  const isUrlencoded = /^application\/x-www-form-urlencoded\b/i.test(contentType)
  if (isUrlencoded && encoding !== 'urlencoded') return refuse('wrong-encoding')
  if (isMultipart !== (encoding === 'multipart')) return refuse('wrong-encoding')
  const { body } = request
  return contentOf(Buffer.isBuffer(body) ? parseMultipart(body, contentType) : body)
}

export function contentOf(body: unknown): Record<string, unknown> | Refused {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('unreadable')
  return refusalOfContent(body) ?? (body as Record<string, unknown>)
}

/** A URL-encoded form, as partners send it. A repeated name is ambiguous, so it is refused. */
export function parseUrlencoded(text: string): Record<string, string> {
  const pairs = new URLSearchParams(text)
  if (new Set(pairs.keys()).size !== pairs.size) throw refuse('unreadable')
  return Object.fromEntries(pairs)
}

/** PostgreSQL cannot store U+0000, and no legitimate client sends keys such as __proto__. */
function refusalOfContent(value: unknown, depth = 0): Refused | undefined {
  if (depth > 8) return refuse('unreadable')
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? refuse('forbidden-character') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (prototypeKeys.has(key)) return refuse('unreadable')
    const refused = refusalOfContent(key, depth) ?? refusalOfContent(inner, depth + 1)
    if (refused) return refused
  }
  return undefined
}
