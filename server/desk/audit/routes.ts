import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskFile, deskPage } from '../desk-routes.ts'
import { noteDownload } from '../note-download.ts'
import { exportAudit, showAudit } from './show-audit.ts'

export function auditRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'audit', (_operator, { query }) => showAudit(deps, query))
  const path = `${deskPages.audit.path}audit.csv`
  deskFile(app, deps, path, 'read', async (operator, { query }, reply) => {
    const found = await exportAudit(deps, query)
    if (!found) return refuse('invalid-fields', { errors: 'The filter is wrong.' })
    await noteDownload(deps, operator, { list: 'audit log', ...found.filter })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(found.csv)
  })
}
