import type { FastifyInstance } from 'fastify'
import { type PageDeps, page } from '#server/platform/http/pages.ts'

/** All page components on one page, for developers. */
export function galleryRoutes(app: FastifyInstance, deps: PageDeps): void {
  page(app, deps, 'gallery', async () => ({}))
}
