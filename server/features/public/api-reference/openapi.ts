import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { referenceCalls } from '#contract/calls.ts'
import { eventTypes, feedEvent } from '#contract/features/feed.ts'
import type { ReferenceCall } from '#contract/wire/call.ts'
import { described } from '#contract/wire/schema.ts'
import { samePage } from '#server/platform/http/form-post.ts'
import type { PageDeps } from '#server/platform/http/pages.ts'
import { problems } from '#server/platform/problems.ts'

/** Generated from the contract, so it cannot disagree with what the server answers. */
function openApiDocument({ brandName, publicUrl }: { brandName: string; publicUrl: string }): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of referenceCalls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API of ${brandName}`,
      version: '1',
      description:
        'Sign-in, sign-up and password reset, the API for partners, and the feed for the provider.',
    },
    servers: [{ url: publicUrl }],
    paths,
    // What the feed sends to the registered endpoints.
    webhooks: { feed: { post: webhookOf() } },
    components: { securitySchemes: { feedKey: { type: 'http', scheme: 'bearer' } } },
  }
}

function operationOf(call: ReferenceCall): object {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...(call.encoding === 'query' ? queryOf(call) : [])]
  return {
    summary: call.summary,
    operationId: `call${call.number ?? call.path}`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(mediaTypes[call.encoding] === '' ? {} : { requestBody: requestBodyOf(call) }),
    ...(call.needsFeedKey ? { security: [{ feedKey: [] }] } : {}),
    responses: { 200: responseOf('Done', schemaOf(call.answer, 'output')), ...refusalsOf(call) },
  }
}

function queryOf(call: ReferenceCall): object[] {
  const { properties = {} } = schemaOf(call.body, 'input') as { properties?: Record<string, object> }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

function webhookOf(): object {
  return {
    summary: 'An event of the feed, signed as Standard Webhooks says',
    description: Object.entries(eventTypes)
      .map(([type, says]) => `${type}: ${says}`)
      .join('\n'),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(feedEvent, 'output') } },
    },
    responses: {
      '2XX': { description: 'Taken. Any other answer, or none within 15 s, and it is sent again.' },
    },
  }
}

const mediaTypes = {
  none: '',
  query: '',
  json: 'application/json',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
} as const

function requestBodyOf(call: ReferenceCall): object {
  const type = mediaTypes[call.encoding]
  return { required: true, content: { [type]: { schema: schemaOf(call.body, 'input') } } }
}

function refusalsOf(call: ReferenceCall): Record<number, object> {
  const common = (['too-large', 'wrong-encoding', 'throttled', 'unavailable'] as const).map(
    (code) => problems[code],
  )
  const text = {
    type: 'object',
    properties: { [call.errorKey]: { description: 'The message to show to the person' } },
  }
  return Object.fromEntries([
    ...common.map(({ status, text: words }) => [status, responseOf(words, text)]),
    ...call.refusals.map(({ status, when }) => [status, responseOf(when, text)]),
  ])
}

function responseOf(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } }
}

/** Rules become JSON Schema where it can express them; the rest stays in the field's label. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') markRequired(zodSchema, jsonSchema)
      const { field, least, most, says } = described.get(zodSchema) ?? {}
      if (says) jsonSchema.description = says
      if (least !== undefined) Object.assign(jsonSchema, { minimum: least, maximum: most })
      if (!field) return
      jsonSchema.description = field.label
      const { minLength, maxLength, isEmail } = field.validation
      if (minLength !== undefined) jsonSchema.minLength = minLength
      if (maxLength !== undefined) jsonSchema.maxLength = maxLength
      if (isEmail) jsonSchema.format = 'email'
      if (field.options) jsonSchema.enum = field.options.map((option) => option.value)
    },
  })
  return json
}

/** The schema treats an absent field as empty; whether a form requires it is in the field's own rules. */
function markRequired(zodSchema: z.core.$ZodTypes, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { def } = zodSchema._zod
  if (def.type !== 'object') return
  const demanded = Object.entries(def.shape).flatMap(([name, member]) =>
    described.get(member as z.ZodMiniType)?.field?.validation.required ? name : [],
  )
  if (demanded.length > 0) jsonSchema.required = [...new Set([...(jsonSchema.required ?? []), ...demanded])]
}

export function apiReferenceRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { provider, publicUrl } = deps.config
  let made: { document: object; text: string } | undefined
  /** Built at the first request, since most processes never need it. */
  function reference() {
    if (made) return made
    const document = openApiDocument({ brandName: provider.brandName, publicUrl })
    made = { document, text: JSON.stringify(document) }
    return made
  }
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().text),
  )
  samePage(app, deps, 'api-reference', () => ({ document: reference().document }))
}
