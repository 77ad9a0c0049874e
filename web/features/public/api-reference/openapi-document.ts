/** The parts of an OpenAPI document that the API reference uses. */
export type OpenApiDocument = {
  info: { title: string; description?: string }
  servers?: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

export type Operation = {
  summary: string
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

type Content = Record<string, { schema: Schema }>

export type Schema = {
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
