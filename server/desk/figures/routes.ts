import type { FastifyInstance } from 'fastify'
import { figureAccountsFile, figuresFile } from '#contract/desk/figures/files.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskFile, deskPage } from '../desk-routes.ts'
import { noteDownload } from '../note-download.ts'
import { figuresCsv, streamEntries } from './csv.ts'
import { findFigure, showEntries } from './show-entries.ts'
import { showFigures } from './show-figures.ts'

const CSV = 'text/csv; charset=utf-8'

export function figuresRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db } = deps
  deskPage(app, deps, 'figures', () => showFigures(deps))
  deskPage(app, deps, 'figure-accounts', (_operator, { visitor, query }) =>
    showEntries(db, { ...query, figure: visitor.parts.figure ?? '' }),
  )
  deskFile(app, deps, figuresFile, 'read', async (operator, _request, reply) => {
    const csv = figuresCsv(await showFigures(deps))
    await noteDownload(deps, operator, { list: 'figures' })
    return reply.type(CSV).header('content-disposition', named('figures')).send(csv)
  })
  deskFile(app, deps, figureAccountsFile, 'read', async (operator, { visitor, query }, reply) => {
    const found = await findFigure(db, { ...query, figure: visitor.parts.figure ?? '' })
    if (isRefused(found)) return found
    const month = found.month.slice(0, 7)
    await noteDownload(deps, operator, { list: 'figure', figure: found.figure, month, part: found.part })
    const name = [found.figure, month].filter((part) => part !== '').join('-')
    return reply.type(CSV).header('content-disposition', named(name)).send(streamEntries(db, found))
  })
}

function named(name: string): string {
  return `attachment; filename="${name}.csv"`
}
