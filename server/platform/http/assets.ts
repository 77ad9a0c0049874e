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
    // A file never changes under its name, so revalidation and range requests have no use.
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
