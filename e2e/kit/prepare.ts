import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#server/platform/db/embedded.ts'
import { templatePath } from '../../scripts/template-name.mjs'

/**
 * Runs once for all tests: makes a data folder with an empty database, which each server copies. Unpacking it
 * is the slowest part of a first start.
 */
// biome-ignore lint/style/noDefaultExport: Playwright asks a set-up for its default.
export default async function prepare() {
  if (process.env.E2E_DATABASE === 'postgres') return
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-e2e-prepared-'))
  const template = templatePath(join(import.meta.dirname, '../..'))
  const db = await openEmbedded({ folder, template })
  await db.close()
  process.env.E2E_DATA_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}
