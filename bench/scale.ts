import { startPostgres } from '../scripts/start-postgres.ts'
import { openPasswords } from '../server/identity/passwords.ts'
import { type Finding, note } from './findings.ts'
import { compare } from './scale/compare.ts'
import { countRows, fillDatabase, fillSettings } from './scale/fill-database.ts'
import { planSettings } from './scale/plans.ts'

const SMALL = 10_000

/**
 * The same requests, searches and jobs on a small and on a large database, alternating within one run: costs
 * must not grow with the number of accounts, and no statement may scan a large table.
 */
export async function measureScale(accounts: number): Promise<Finding[]> {
  const postgres = await startPostgres({ settings: { ...fillSettings, ...planSettings } })
  try {
    const hash = await openPasswords({ cost: 'low', atOnce: 1, waiting: 1 }).hash('password1')
    const small = await fillDatabase(postgres.url, SMALL, String(hash))
    console.log(`Filling a database with ${accounts} accounts …`)
    const begun = performance.now()
    const large = await fillDatabase(postgres.url, accounts, String(hash))
    note('filled in', (performance.now() - begun) / 1000, 's')
    note('rows', (await countRows(large)) / 1e6, 'million')
    return await compare(small, large)
  } finally {
    await postgres.stop()
  }
}
