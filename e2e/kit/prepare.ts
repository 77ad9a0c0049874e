import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#server/platform/db/embedded.ts'
import { templatePath } from '../../scripts/template-name.mjs'

export const preparedData = (folder: string) => join(folder, 'data')
export const compileCache = (folder: string) => join(folder, 'compiled')

/**
 * Once for all stories: a data folder with an empty database, of which each server takes a copy, and a folder where
 * servers keep their compiled scripts for each other. Both are what takes longest at a start.
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
