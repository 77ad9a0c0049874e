import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/wire/call.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { problemOf } from './problem-of.ts'

const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The body as plain keys and values, whatever its encoding, or a refusal if it cannot be read. */
export async function readBody(
  request: FastifyRequest,
  encoding: Call['encoding'],
): Promise<Record<string, unknown> | Refused> {
  if (encoding === 'none') return {}
  if (encoding === 'query') return refusalOfContent(request.query) ?? { ...(request.query as object) }
  const isMultipart = request.isMultipart()
  if (isUrlencoded(request) && encoding !== 'urlencoded') return refuse('wrong-encoding')
  if (isMultipart !== (encoding === 'multipart')) return refuse('wrong-encoding')
  return contentOf(isMultipart ? await readMultipart(request) : request.body)
}

export function contentOf(body: unknown): Record<string, unknown> | Refused {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('unreadable')
  return refusalOfContent(body) ?? (body as Record<string, unknown>)
}

function isUrlencoded(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
}

/** A URL-encoded form, as partners send it. A repeated name is ambiguous, so it is refused. */
export function parseUrlencoded(text: string): Record<string, string> {
  const pairs = new URLSearchParams(text)
  if (new Set(pairs.keys()).size !== pairs.size) throw refuse('unreadable')
  return Object.fromEntries(pairs)
}

/** Undefined if the body is malformed or contains a file. */
async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown> | undefined> {
  const fields = new Map<string, string>()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') return undefined
      if (part.fieldnameTruncated || part.valueTruncated) throw refuse('too-large')
      fields.set(part.fieldname, String(part.value))
    }
  } catch (error) {
    if (isRefused(error) || problemOf(error).refused !== 'broken') throw error
    // Any other error comes from malformed bytes sent by the client, not from a bug of ours.
    return undefined
  }
  return Object.fromEntries(fields)
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
