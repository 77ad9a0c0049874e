import type { FastifyInstance } from 'fastify'
import { type PageDeps, page } from '#server/platform/http/pages.ts'

/** Every piece of the pages in one place, for those who build them. */
export function galleryRoutes(app: FastifyInstance, deps: PageDeps): void {
  page(app, deps, 'gallery', async () => ({}))
}
