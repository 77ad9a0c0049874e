export type DescribedCall = {
  anchor: string
  /** Its number in the specification. */
  number: string | undefined
  method: string
  path: string
  summary: string
  encoding: string
  /** Several if the body can have several shapes. */
  bodies: FieldRow[][]
  answers: FieldRow[][]
  refusals: Refusal[]
}

export type Refusal = { status: string; when: string }

export function describedCalls(document: OpenApiDocument): DescribedCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => described(path, method, operation)),
  )
}

/** The parts of an OpenAPI document that the API reference uses. */
export type OpenApiDocument = {
  info: { title: string; description?: string }
  servers?: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

type Operation = {
  summary: string
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

type Content = Record<string, { schema: Schema }>

type Schema = {
  type?: string | string[]
  description?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

const encodings: Record<string, string> = {
  'application/json': 'JSON',
  'multipart/form-data': 'multipart form',
  'application/x-www-form-urlencoded': 'plain form',
}

function described(path: string, method: string, operation: Operation): DescribedCall {
  const { summary, operationId, parameters = [], requestBody, responses } = operation
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const inAddress = parameters.map(({ name, in: location, schema, required = false }) => ({
    ...rowOf(name, schema, required),
    says: location === 'path' ? 'Part of the URL' : (schema.description ?? ''),
  }))
  const bodies = body ? shapesOf(body.schema).map((rows) => [...inAddress, ...rows]) : [inAddress]
  return {
    anchor: `${method}${path.replace(/\W+/g, '-')}`.replace(/-$/, ''),
    number: /^call(\d+)$/.exec(operationId)?.[1],
    method: method.toUpperCase(),
    path,
    summary,
    encoding: type ? (encodings[type] ?? type) : 'no body',
    bodies: bodies.filter((rows) => rows.length > 0),
    answers: shapesOf(answerSchema(responses['200'])).filter((rows) => rows.length > 0),
    refusals: Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { description }]) => ({ status, when: description })),
  }
}

/** A field with its full name: `data.pin`, `login_data_list[].company`. */
export type FieldRow = { name: string; type: string; says: string; limits: string; isRequired: boolean }

/** Every possible shape of a value, each as a list of fields. Nested alternatives multiply. */
function shapesOf(schema: Schema, prefix = ''): FieldRow[][] {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives?.some((alternative) => alternative.properties)) {
    return alternatives.flatMap((alternative) => shapesOf(alternative, prefix))
  }
  let shapes: FieldRow[][] = [[]]
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const fields = fieldShapes(`${prefix}${key}`, property, schema.required?.includes(key) ?? false)
    shapes = shapes.flatMap((shape) => fields.map((rows) => [...shape, ...rows]))
  }
  return shapes
}

/** An object or a list of objects becomes rows for its fields; anything else is a single row. */
function fieldShapes(name: string, schema: Schema, isRequired: boolean): FieldRow[][] {
  const inner = schema.type === 'array' ? schema.items : schema
  const nested = inner ? shapesOf(inner, schema.type === 'array' ? `${name}[].` : `${name}.`) : [[]]
  return nested.some((rows) => rows.length > 0) ? nested : [[rowOf(name, schema, isRequired)]]
}

function rowOf(name: string, schema: Schema, isRequired: boolean): FieldRow {
  return {
    name,
    type: describeType(schema),
    says: schema.description ?? '',
    limits: describeLimits(schema),
    isRequired,
  }
}

function describeType(schema: Schema): string {
  if (schema.const !== undefined) return `“${String(schema.const)}”`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeType))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? describeType(schema.items) : 'anything'}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'anything'
}

function describeLimits(schema: Schema): string {
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

function answerSchema(response: Operation['responses'][string] | undefined): Schema {
  return Object.values(response?.content ?? {})[0]?.schema ?? {}
}

/** Refusals common to every call, listed once. */
export function sharedRefusals(calls: DescribedCall[]): Refusal[] {
  const [first, ...others] = calls
  return (first?.refusals ?? []).filter(({ status, when }) =>
    others.every(({ refusals }) => refusals.some((other) => other.status === status && other.when === when)),
  )
}
