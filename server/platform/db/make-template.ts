import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { templatePath } from '../../../scripts/template-name.mjs'
import { openInMemory } from './embedded.ts'
import { migrate } from './migrate.ts'
import { vacuumChanged } from './vacuum.ts'

/** Dumps a migrated, empty database to one file. First starts and tests begin from it. */
const target = templatePath(path.join(import.meta.dirname, '../../..'))
const db = await openInMemory()
await migrate(db)
const jobs = openJobs({
  db,
  works: false,
  pollSeconds: 1,
  onError: fail,
})
await jobs.start()
await jobs.stop()
// The migrations have changed the system tables; otherwise each first start would vacuum them.
await vacuumChanged(db, fail)
await db.pool.query('checkpoint')
const dump = Buffer.from(await (await db.dump()).arrayBuffer())
await mkdir(path.dirname(target), { recursive: true })
// It holds no rows, so anyone may read it. Only the owner may change what other processes start from.
await writeFile(`${target}.unfinished`, dump, { mode: 0o644 })
await rename(`${target}.unfinished`, target)
await db.close()

function fail(reason: unknown): never {
  throw reason
}
