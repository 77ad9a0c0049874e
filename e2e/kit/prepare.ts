import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchProduct } from '../../scripts/launch-product.ts'

/**
 * Runs once for all tests: starts the product on an empty data folder, which each server copies afterwards.
 * Unpacking the database and adding the sample accounts is the slowest part of a first start.
 */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export.
export default async function prepare() {
  if (process.env.E2E_DATABASE === 'postgres') return
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-e2e-prepared-'))
  const product = await launchProduct({ DATA_DIR: folder, JOBS: 'elsewhere' })
  await product.stop()
  process.env.E2E_DATA_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}
