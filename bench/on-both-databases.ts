import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { durable, startPostgres } from '../scripts/start-postgres.ts'
import type { Finding } from './finding.ts'

/** Measures on PostgreSQL and on the embedded database, one after the other. */
export async function onBothDatabases(
  measureOn: (database: string, env: Record<string, string>) => Promise<Finding[]>,
  prepare: (postgresUrl: string) => Promise<void> = async () => {},
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-bench-'))
  const postgres = await startPostgres({ settings: durable })
  try {
    await prepare(postgres.url)
    return [
      ...(await measureOn('PostgreSQL', { DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40) })),
      ...(await measureOn('embedded', { DATA_DIR: folder })),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
