import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import type { PageValues } from '#contract/page-values.ts'
import { type PageName, pages } from '#contract/pages.ts'
import { problems } from '#server/platform/problems.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { reportRefusal, sendRefusal } from './answer.ts'
import { readBody } from './bodies.ts'
import { chooseEncoding, type Encoding, packAs } from './pack.ts'
import {
  accessOfPage,
  giveHeaders,
  type PageDeps,
  type PageOptions,
  pathOf,
  propsOf,
  queryOf,
  type RenderedDocument,
  renderDocument,
  sendPage,
} from './pages.ts'
import { redirectToSlash } from './urls.ts'
import { type Visitor, visitorOf } from './visitor.ts'

export type PostedForm = {
  raw: Record<string, string>
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/** Handles a page's form posted to the page's own URL, so it works without JavaScript, or before hydration. */
export function formPost(
  app: FastifyInstance,
  name: PageName,
  answer: (posted: PostedForm) => Promise<FastifyReply>,
): void {
  app.post(pages[name], { config: { isPage: true, access: accessOfPage(name) } }, async (request, reply) => {
    const raw = readBody(request, 'multipart')
    if (isRefused(raw)) return sendRefusal(reply, raw)
    return answer({ raw: raw as Record<string, string>, visitor: visitorOf(request, reply), request, reply })
  })
}

/** Renders the page again with the outcome of the form. A refusal also sets the response's status. */
export function showForm<Name extends PageName>(
  deps: PageDeps,
  { request, reply }: PostedForm,
  name: Name,
  values: PageValues[Name],
  result: object,
  options: PageOptions = {},
): Promise<FastifyReply> {
  if (isRefused(result)) {
    reportRefusal(request, result)
    reply.code(problems[result.refused].status)
    if (result.retryAfterSeconds) reply.header('retry-after', String(result.retryAfterSeconds))
  }
  const props = propsOf(deps, name, { query: queryOf(request), path: pathOf(request) }, values)
  return sendPage(reply, deps, props, { ...options, isPersonal: true })
}

export function messageOf(refused: Refused): NonNullable<SentForm['errors']> {
  return (refused.errors as SentForm['errors']) ?? problems[refused.refused].text
}

type CachedDocument = RenderedDocument & { etag: string; packed: Map<Encoding, Promise<Buffer>> }

/**
 * A page that is the same for everyone, whatever its query. Rendered and compressed once a day, because its
 * footer contains the year. For pages that are expensive to render, since anyone may request them at any
 * rate.
 */
export function samePage<Name extends PageName>(
  app: FastifyInstance,
  deps: PageDeps,
  name: Name,
  values: () => PageValues[Name],
): void {
  const address = pages[name]
  let cached: Promise<CachedDocument> | undefined
  let keptDay = ''

  /** Requests that arrive during rendering share its result. */
  function today(): Promise<CachedDocument> {
    const day = deps.clock.now().toISOString().slice(0, 10)
    if (!cached || keptDay !== day) {
      keptDay = day
      cached = render()
      cached.catch(() => {
        keptDay = ''
      })
    }
    return cached
  }

  async function render(): Promise<CachedDocument> {
    const props = propsOf(deps, name, { query: {}, path: address }, values())
    const rendered = await renderDocument(deps, props, {})
    const etag = `W/"${createHash('sha256').update(rendered.document).digest('base64url').slice(0, 22)}"`
    return { ...rendered, etag, packed: new Map() }
  }

  app.get(address, { config: { isPage: true, access: accessOfPage(name) } }, async (request, reply) => {
    const { etag, document, packed, ...told } = await today()
    giveHeaders(reply, deps, told)
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag)
      return reply.header('vary', 'accept-encoding').code(304).send()
    return reply.send(await packedFor(reply, document, packed))
  })
  redirectToSlash(app, 'GET', address)
}

async function packedFor(
  reply: FastifyReply,
  document: string,
  packed: CachedDocument['packed'],
): Promise<string | Buffer> {
  const encoding = chooseEncoding(reply)
  if (!encoding) return document
  const ready = packed.get(encoding) ?? packAs(encoding, document)
  packed.set(encoding, ready)
  return ready
}
