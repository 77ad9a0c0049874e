import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#server/platform/audit.ts'
import { writeCsv } from '#server/platform/csv.ts'
import type { PageRequest } from '#server/platform/http/pages.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { type DeskDeps, deskFile } from './desk-routes.ts'

type ListFile = {
  /** Without its extension. */
  name: string
  /** What the audit log records: the list and its filter, without empty parts. */
  noted: { list: string } & Record<string, string>
  csv: string | AsyncIterable<string>
}

/** Registers a list as CSV. Its download is audited. */
export function listFile(
  app: FastifyInstance,
  deps: DeskDeps,
  path: string,
  find: (request: PageRequest) => Promise<ListFile | Refused>,
): void {
  const { db, clock } = deps
  deskFile(app, deps, path, 'read', async ({ actor, origin }, request, reply) => {
    const found = await find(request)
    if (isRefused(found)) return found
    const { name, noted, csv } = found
    const details = Object.fromEntries(Object.entries(noted).filter(([, value]) => value !== ''))
    await recordAudit(db, { actor, action: 'list-downloaded', origin, details }, clock.now())
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(typeof csv === 'string' ? csv : Readable.from(csv))
  })
}

const PART = 1000

/** All rows of a list, read in pages while they are sent: there may be years of them. */
export async function* csvInParts<Row>(
  heading: string[],
  read: (after: Row | undefined, atMost: number) => Promise<Row[]>,
  cellsOf: (row: Row) => string[],
): AsyncGenerator<string> {
  yield `${writeCsv([heading])}\r\n`
  for (let after: Row | undefined; ; ) {
    const part = await read(after, PART)
    if (part.length > 0) yield `${writeCsv(part.map(cellsOf))}\r\n`
    after = part.at(-1)
    if (part.length < PART) return
  }
}
