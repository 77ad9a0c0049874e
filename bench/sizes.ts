import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { pages } from '#contract/pages.ts'
import { atMost, type Finding, noted } from './finding.ts'

const dist = join(import.meta.dirname, '../dist')
/** Kilobytes of script as brotli, everything that the page loads. */
const budgets: Partial<Record<keyof typeof pages, number>> = { 'sign-in': 70 }
const otherwise = 80

type Bundle = { pageFiles: Record<string, { file: string }>; styles: string }
type Manifest = Record<string, { file: string; imports?: string[]; src?: string }>

export async function measureSizes(): Promise<Finding[]> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8')) as Manifest
  const { pageFiles, styles } = (await import(join(dist, 'ssr/product.js'))) as Bundle
  const findings: Finding[] = []
  for (const [name, { file }] of Object.entries(pageFiles)) {
    const files = new Set<string>()
    collect(manifest, 'web/hydrate.tsx', files)
    collect(manifest, `web/features/${file}.tsx`, files)
    let bytes = 0
    for (const script of files) bytes += await compressedSize(script)
    findings.push(
      atMost(`script of ${name}`, bytes / 1000, budgets[name as keyof typeof pages] ?? otherwise, 'kB'),
    )
  }
  findings.push(noted('styles inside every page, not compressed', styles.length / 1000, 'kB'))
  return findings
}

/** Small files are not compressed at build time: they travel as they are. */
async function compressedSize(file: string): Promise<number> {
  const path = join(dist, 'client', file)
  const found = await stat(`${path}.br`).catch(() => stat(path))
  return found.size
}

function collect(manifest: Manifest, key: string, into: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || into.has(chunk.file)) return
  into.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, into)
}
