import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { type PageName, pageEntries, pages } from '#contract/pages.ts'
import type { Access } from '#contract/wire/call.ts'
import { cutTo } from '#contract/wire/plain-text.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Config } from '#server/config/config.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import type { Clock } from '#server/ports/clock.ts'
import { sendRefusal } from './answer.ts'
import { documentOf, inlineScriptHashes, prefetchRules } from './document.ts'
import { pack } from './pack.ts'
import { hashOf, type PageBundle } from './page-bundle.ts'
import { contentPolicy } from './security-headers.ts'
import { redirectToSlash } from './urls.ts'
import { type Visitor, visitorOf } from './visitor.ts'

export type PageDeps = { config: Config; clock: Clock; bundle: PageBundle }
export type Redirect = { redirectTo: string }
export type PageRequest = { query: Query; path: string; visitor: Visitor }
export type PageOptions = {
  /** Pages with personal content are not cached anywhere. */
  isPersonal?: boolean
  /** Requires a session. A browser that cached the page must load it again before showing it. */
  isAccount?: boolean
  /** May be framed by our own pages, never by another site. */
  isFramed?: boolean
  /** Accepts a card. The fraud agent's script may run only on these pages. */
  takesCards?: boolean
  headScript?: string
  /** The browser may fetch pages below this path when a link to one is about to be pressed. */
  prefetches?: string
}

/** Longer than the longest `state` a partner may send, so truncation is detected. */
const VALUE_AT_MOST = 4096

/**
 * Registers a page with the function that loads its values. It is rendered per request and hydrated with the
 * same values.
 */
export function page<Name extends PageName>(
  app: FastifyInstance,
  deps: PageDeps,
  name: Name,
  valuesOf: (request: PageRequest) => Promise<PageValues[Name] | Redirect | Refused>,
  options: PageOptions & { isPersonalFor?: (values: PageValues[Name]) => boolean } = {},
): void {
  const address = pages[name]
  const { isPersonalFor, ...always } = options
  app.get(address, { config: { isPage: true, access: accessOfPage(name) } }, async (request, reply) => {
    const requested = { query: queryOf(request), path: pathOf(request), visitor: visitorOf(request, reply) }
    const values = await valuesOf(requested)
    if (isRefused(values)) return sendRefusal(reply, values)
    if ('redirectTo' in values) return reply.redirect(values.redirectTo as string, 302)
    const known = values as PageValues[Name]
    const isPersonal = always.isPersonal === true || isPersonalFor?.(known) === true
    return sendPage(reply, deps, propsOf(deps, name, requested, known), { ...always, isPersonal })
  })
  redirectToSlash(app, 'GET', address)
}

export function accessOfPage(name: PageName): Access {
  const entry = pageEntries[name]
  return 'scopes' in entry ? { names: 'nothing', ...entry } : entry
}

export function propsOf<Name extends PageName>(
  { config, clock }: PageDeps,
  name: Name,
  { query, path }: Pick<PageRequest, 'query' | 'path'>,
  values: PageValues[Name],
): PageProps<Name> {
  return { page: name, values, query, path, provider: config.provider, now: clock.now().toISOString() }
}

export async function sendPage(
  reply: FastifyReply,
  deps: Omit<PageDeps, 'clock'>,
  props: { page: string; path: string },
  options: PageOptions = {},
): Promise<FastifyReply> {
  const { document, ...told } = await renderDocument(deps, props, options)
  giveHeaders(reply, deps, { ...options, ...told })
  return reply.send(options.isPersonal ? document : await pack(reply, document))
}

/** A rendered page, and what its response headers depend on. */
export type RenderedDocument = {
  document: string
  isPublic: boolean
  styleHash: string
  inlineScriptHash: string
}

export async function renderDocument(
  { config, bundle }: Omit<PageDeps, 'clock'>,
  props: { page: string; path: string },
  options: PageOptions,
): Promise<RenderedDocument> {
  const { title, ...rendered } = await bundle.render(props.page, props)
  const document = documentOf({
    title: `${title} · ${config.provider.brandName}`,
    ...rendered,
    props,
    publicUrl: config.publicUrl,
    canonical: `${config.publicUrl}${props.path}`,
    reloads: config.reloadsPages,
    ...(options.headScript ? { headScript: options.headScript } : {}),
    ...(options.prefetches ? { prefetches: options.prefetches } : {}),
    ...(options.isAccount ? { isAccount: true } : {}),
  })
  return {
    document,
    isPublic: rendered.description !== undefined,
    styleHash: rendered.styleHash,
    inlineScriptHash: inlineScriptHashes[rendered.hydration ? 'hydrated' : 'plain'],
  }
}

export function giveHeaders(
  reply: FastifyReply,
  { config }: Pick<PageDeps, 'config'>,
  options: PageOptions & Omit<RenderedDocument, 'document'>,
): void {
  const hashes = {
    scripts: [
      options.inlineScriptHash,
      ...(options.headScript ? [hashOf(options.headScript)] : []),
      ...(options.prefetches ? [hashOf(prefetchRules(options.prefetches))] : []),
    ],
    styles: [options.styleHash],
  }
  if (!options.isPublic) reply.header('x-robots-tag', 'noindex, nofollow')
  if (options.isFramed) reply.header('x-frame-options', 'SAMEORIGIN')
  reply
    .header('content-security-policy', contentPolicy(config, hashes, options))
    .header('cache-control', options.isPersonal ? 'no-store' : 'private, no-cache')
    .type('text/html; charset=utf-8')
}

/** The first value of each name, truncated to a length no legitimate link exceeds, without U+0000. */
export function queryOf(request: FastifyRequest): Query {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) query[name] = cutTo(first, VALUE_AT_MOST).replaceAll('\0', '')
  }
  return { ...query }
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
