import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const ASSETS = '/assets/'
const CLIENT = path.join(import.meta.dirname, '../../../dist/client')

/** The names of built files contain a content hash, so browsers may cache them forever. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: CLIENT,
    prefix: ASSETS,
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
