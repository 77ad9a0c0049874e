import type { OpenApiDocument, Operation, Schema } from './openapi-document.ts'
import { type FieldRow, rowOf, shapesOf } from './schema-rows.ts'

/** A call as the page describes it. */
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

/** Refusals common to every call, listed once. */
export function sharedRefusals(calls: DescribedCall[]): Refusal[] {
  const [first, ...others] = calls
  return (first?.refusals ?? []).filter(({ status, when }) =>
    others.every(({ refusals }) => refusals.some((other) => other.status === status && other.when === when)),
  )
}

const encodings: Record<string, string> = {
  'application/json': 'JSON',
  'multipart/form-data': 'multipart form',
  'application/x-www-form-urlencoded': 'plain form',
}

function described(path: string, method: string, operation: Operation): DescribedCall {
  const { summary, operationId, parameters = [], requestBody, responses } = operation
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const inAddress = parameters.map(({ name, in: place, schema, required = false }) => ({
    ...rowOf(name, schema, required),
    says: place === 'path' ? 'Part of the URL' : (schema.description ?? ''),
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

function answerSchema(response: Operation['responses'][string] | undefined): Schema {
  return Object.values(response?.content ?? {})[0]?.schema ?? {}
}
