import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#server/platform/db/embedded.ts'
import { templatePath } from '../../scripts/template-name.mjs'

export const preparedData = (folder: string) => join(folder, 'data')
export const compileCache = (folder: string) => join(folder, 'compiled')

/**
 * Runs once for all tests: makes a data folder with an empty database, which each server copies, and a folder
 * in which servers share compiled scripts. Both are the slowest parts of a start.
 */
// biome-ignore lint/style/noDefaultExport: Playwright asks a set-up for its default.
export default async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-e2e-prepared-'))
  process.env.E2E_PREPARED = folder
  if (process.env.E2E_DATABASE !== 'postgres') {
    const template = templatePath(join(import.meta.dirname, '../..'))
    const db = await openEmbedded({ folder: preparedData(folder), template })
    await db.close()
  }
  return () => rm(folder, { recursive: true, force: true })
}
