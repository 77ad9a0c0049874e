import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/wire/call.ts'
import { BOUNDARY_AT_MOST } from '#server/platform/mime-boundary.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

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

const LINE_END = '\r\n'

/**
 * The fields of a form in multipart/form-data (RFC 7578). If a name occurs twice, the last one counts. Undefined if the form is malformed
 * or contains a file: no form of ours takes one.
 */
function parseMultipart(bytes: Buffer, contentType: string): Record<string, string> | undefined {
  const boundary = parametersOf(contentType).get('boundary')
  if (!boundary || boundary.length > BOUNDARY_AT_MOST) return undefined
  const delimiter = `${LINE_END}--${boundary}`
  // Every byte is one character until it is known which encoding its field has.
  const text = LINE_END + bytes.toString('latin1')
  const fields = new Map<string, string>()
  let start = text.indexOf(delimiter)
  while (start !== -1) {
    const partStart = start + delimiter.length
    if (text.startsWith('--', partStart)) return Object.fromEntries(fields)
    start = text.indexOf(delimiter, partStart)
    const field = start === -1 ? undefined : parsePart(text.slice(partStart, start))
    if (!field) return undefined
    fields.set(field.name, field.value)
  }
  return undefined
}

/** A part begins with the rest of its delimiter's line and ends before the next delimiter. */
function parsePart(part: string): { name: string; value: string } | undefined {
  const headersStart = part.indexOf(LINE_END)
  const headersEnd = part.indexOf(LINE_END.repeat(2), headersStart)
  if (headersEnd === -1 || part.slice(0, headersStart).trim() !== '') return undefined
  const headers = headersOf(part.slice(headersStart, headersEnd))
  const disposition = headers.get('content-disposition') ?? ''
  const parameters = parametersOf(disposition)
  const name = parameters.get('name')
  const isFile = parameters.has('filename') || parameters.has('filename*')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined || isFile) return undefined
  const value = decode(
    part.slice(headersEnd + 2 * LINE_END.length),
    parametersOf(headers.get('content-type') ?? '').get('charset'),
  )
  return value === undefined ? undefined : { name: Buffer.from(name, 'latin1').toString(), value }
}

function headersOf(lines: string): Map<string, string> {
  const headers = lines.split(LINE_END).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()]
  })
  return new Map(headers)
}

/** `name="email"; charset=utf-8` and the like, after the first semicolon of a header. */
function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of header.matchAll(parameter))
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain)
  return parameters
}

const parameter = /;[ \t]*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** Undefined if the encoding is unknown. */
function decode(latin1: string, encoding = 'utf-8'): string | undefined {
  const bytes = Buffer.from(latin1, 'latin1')
  if (/^utf-?8$/i.test(encoding)) return bytes.toString()
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return undefined
  }
}
