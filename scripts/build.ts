import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { DESK } from './build-modes.ts'

const root = join(import.meta.dirname, '..')
const shared = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } satisfies InlineConfig
// Bundler timings are of no use to someone waiting for a start.
const rolldownOptions = { checks: { bundlerTimings: false } }

/** The scripts that the browser loads. */
export const clientPages = {
  ...shared,
  build: { outDir: 'dist/client', manifest: true, emptyOutDir: true, rolldownOptions },
} satisfies InlineConfig

/** The operators' pages: separate scripts, which the public port does not serve. */
export const deskPages = {
  ...shared,
  mode: DESK,
  build: { outDir: 'dist/desk', manifest: true, emptyOutDir: true, rolldownOptions },
} satisfies InlineConfig

/** The same pages for server rendering. */
export const ssrPages = {
  ...shared,
  build: { outDir: 'dist/ssr', ssr: true, emptyOutDir: true, rolldownOptions },
} satisfies InlineConfig

if (import.meta.main) await buildPages()

async function buildPages() {
  const start = performance.now()
  // Selects React's production build, whatever the shell's environment says.
  process.env.NODE_ENV = 'production'
  await build({ ...clientPages, mode: 'production' })
  await build(deskPages)
  await Promise.all([
    compressAssets(join(root, 'dist/client')),
    compressAssets(join(root, 'dist/desk')),
    build({ ...ssrPages, mode: 'production' }),
  ])
  console.log(`Pages built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** Compressed once here at the best level, instead of at every request. */
async function compressAssets(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const assets = names.filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => join(folder, name))
  await Promise.all(assets.map(compressAsset))
}

async function compressAsset(path: string) {
  const content = await readFile(path)
  // Brotli's default is its best quality, 11.
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}
