import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const ASSETS = '/assets/'
/** The scripts of the operators' pages. Only their own listener serves them. */
export const DESK_ASSETS = '/desk/assets/'
const DIST = path.join(import.meta.dirname, '../../../dist')
const folders = { [ASSETS]: 'client', [DESK_ASSETS]: 'desk' } as const

/** The names of built files contain a content hash, so browsers may cache them forever. */
export async function serveAssets(
  app: FastifyInstance,
  prefix: keyof typeof folders = ASSETS,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(DIST, folders[prefix]),
    prefix,
    preCompressed: true,
    // A file never changes under its name, so revalidation and range requests are useless.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    immutable: true,
    maxAge: '365d',
    index: false,
    dotfiles: 'deny',
    decorateReply: false,
  })
}

export const iconPath = '/icon.svg'
export const socialCardPath = '/social-card.png'

/** Also inlined in pages that are not indexed, which saves a request. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#2456e6"/><path d="M8 17.5v-7M12 20V8M16 17V11M20 18.5v-9" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>'

/**
 * Paths with nothing for search engines. Pages that other sites may link to (reset, /single/, /pay/) are not
 * listed: a crawler that may not fetch a page cannot see its noindex.
 */
const closedToSearch = ['/account/', '/rest/', '/oauth/', '/api/', '/dev/', '/demo/']
const robots = ['User-agent: *', ...closedToSearch.map((folder) => `Disallow: ${folder}`), ''].join('\n')
const A_DAY = 'public, max-age=86400'

/** Files for search engines and link previews. */
export function servePublicFiles(app: FastifyInstance): void {
  const socialCard = readFileSync(path.join(import.meta.dirname, 'public/social-card.png'))
  const files = {
    '/robots.txt': ['text/plain; charset=utf-8', robots],
    [iconPath]: ['image/svg+xml', icon],
    [socialCardPath]: ['image/png', socialCard],
  } as const
  for (const [address, [type, content]] of Object.entries(files))
    app.get(address, async (_request, reply) =>
      reply
        .header('cache-control', A_DAY)
        // Other sites show this image in previews of links to ours.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(type)
        .send(content),
    )
}
