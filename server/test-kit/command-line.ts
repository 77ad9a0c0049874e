import { execFile } from 'node:child_process'
import path from 'node:path'
import { compileCache } from '../../scripts/compile-cache.ts'
import { freshPostgresUrl } from './test-databases.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/**
 * Environment of a product on the kind of database under test: a new PostgreSQL database, or this data
 * folder.
 */
export async function productSettings(folder: string): Promise<Record<string, string>> {
  return process.env.TEST_DATABASE === 'postgres'
    ? { DATABASE_URL: await freshPostgresUrl(), SANDBOX_PAYMENTS: 'yes' }
    : { DATA_DIR: path.join(folder, 'data') }
}

/** Runs a command as `npm run admin -- …` does. */
export function admin(
  settings: Record<string, string>,
  ...argv: string[]
): Promise<{ code: number; out: string; errors: string }> {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: ROOT, env: { PATH, HOME, ...compileCache, ...settings } }
  return new Promise((resolve) => {
    // As in scripts/launch-product.ts: optimizing the embedded database costs a short run more than it gains.
    execFile(
      process.execPath,
      ['--liftoff-only', 'server/admin/main.ts', ...argv],
      options,
      (error, out, errors) => resolve({ code: error ? 1 : 0, out, errors }),
    )
  })
}
