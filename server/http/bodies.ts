import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { type Refused, refuse } from '../refusal.ts'

const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The body as plain keys and values, whichever way it travelled, or why it cannot be read. */
export async function readBody(
  request: FastifyRequest,
  encoding: Call['encoding'],
): Promise<Record<string, unknown> | Refused> {
  if (encoding === 'none') return {}
  const isMultipart = request.isMultipart()
  if (isMultipart !== (encoding === 'multipart')) return refuse('wrong-encoding')
  const body = isMultipart ? await readMultipart(request) : request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('unreadable')
  return refusalOfContent(body) ?? (body as Record<string, unknown>)
}

async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown> | undefined> {
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'file') return undefined
    if (part.fieldnameTruncated || part.valueTruncated)
      throw Object.assign(new Error('A field is too large'), { code: 'FST_FIELD_SIZE_LIMIT' })
    fields.set(part.fieldname, String(part.value))
  }
  return Object.fromEntries(fields)
}

/** PostgreSQL cannot store U+0000, and nobody types a prototype. */
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
