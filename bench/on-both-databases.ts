import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { durable, startPostgres } from '../scripts/start-postgres.ts'
import type { Finding } from './findings.ts'

/** Measures on PostgreSQL and on the embedded database, one after the other or at the same time. */
export async function onBothDatabases(
  measureOn: (database: string, env: Record<string, string>) => Promise<Finding[]>,
  { prepare, atOnce = false }: { prepare?: (postgresUrl: string) => Promise<void>; atOnce?: boolean } = {},
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-bench-'))
  const postgres = await startPostgres({ settings: durable })
  try {
    await prepare?.(postgres.url)
    const first = measureOn('PostgreSQL', { DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40) })
    if (!atOnce) await first
    const both = await Promise.all([first, measureOn('embedded', { DATA_DIR: folder })])
    return both.flat()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
