import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const ASSETS = '/assets/'
const CLIENT = path.join(import.meta.dirname, '../../../dist/client')

/** The names of built files change with their content, so a browser may keep them for ever. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: CLIENT,
    prefix: ASSETS,
    preCompressed: true,
    // A name is never given twice, so there is nothing to ask again, and no part to ask for.
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
