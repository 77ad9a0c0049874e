import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { cancellationsFile, feedbackFile } from '#contract/desk/reasons/files.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskFile, deskPage } from '../desk-routes.ts'
import { noteDownload } from '../note-download.ts'
import { cancellationLines, feedbackLines } from './csv.ts'
import { readDays, showReasons } from './lists.ts'

export function reasonsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'reasons', (_operator, { query }) => showReasons(deps.db, query))
  download(app, deps, cancellationsFile, 'cancellations', cancellationLines)
  download(app, deps, feedbackFile, 'feedback', feedbackLines)
}

function download(
  app: FastifyInstance,
  deps: DeskDeps,
  path: string,
  list: string,
  linesOf: typeof cancellationLines,
): void {
  deskFile(app, deps, path, 'read', async (operator, { query }, reply) => {
    const { filter, days } = readDays(query)
    if (!days) return refuse('invalid-fields', { errors: 'The filter is wrong.' })
    await noteDownload(deps, operator, { list, ...filter })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${list}.csv"`)
      .send(Readable.from(linesOf(deps.db, days)))
  })
}
