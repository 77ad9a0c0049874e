import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db/database.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'
import { listCharges } from './queries.ts'

/** Shows the embedded gateway's records in the browser. Not registered where real cards are charged. */
export function chargesRoutes(app: FastifyInstance, deps: PageDeps & { db: Database }): void {
  page(app, deps, 'charges', async () => ({ charges: await listCharges(deps.db) }), {
    isPersonal: true,
  })
}
