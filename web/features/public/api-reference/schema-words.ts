import type { Schema } from './openapi-document.ts'

export function describeType(schema: Schema): string {
  if (schema.const !== undefined) return `“${String(schema.const)}”`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeType))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? describeType(schema.items) : 'anything'}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'anything'
}

export function describeLimits(schema: Schema): string {
  const { format, minLength, maxLength, minimum, maximum } = schema
  const limits = [
    format === 'email' ? 'an email address' : '',
    describeRange(minLength, maxLength, maxLength === 1 ? ' character' : ' characters'),
    describeRange(minimum, maximum, ''),
    schema.enum ? `one of ${schema.enum.map(String).join(', ')}` : '',
  ]
  return limits.filter((limit) => limit !== '').join('; ')
}

function describeRange(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return ''
  if (least === most) return `exactly ${least}${unit}`
  if (most === undefined) return `at least ${least}${unit}`
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`
}
