import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..')

export type SourceFile = {
  /** Path from the root, with slashes on every system. */
  name: string
  text: string
  lines: number
  isTest: boolean
  imports: Import[]
}

/** `to` is the imported file, from the root; undefined for a package. Type-only imports count as well. */
export type Import = { specifier: string; to: string | undefined }

const SPECIFIER = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm

/** All source files in these folders, with their imports. */
export function readSources(...folders: string[]): SourceFile[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .map((found) => found.split(path.sep).join('/'))
    .toSorted()
    .map(readSource)
}

export function readSource(name: string): SourceFile {
  const text = readFileSync(path.join(root, name), 'utf8')
  return {
    name,
    text,
    lines: text.split('\n').length - 1,
    isTest: isTest(name),
    imports: [...text.matchAll(SPECIFIER)].map(([, specifier = '']) => ({
      specifier,
      to: targetOf(name, specifier),
    })),
  }
}

/** Tests and code used only by tests: they may import anything. */
function isTest(name: string): boolean {
  return /\.test\.tsx?$|^server\/(?:test-kit|tests)\/|^web\/test-kit\/|^structure\//.test(name)
}

function targetOf(from: string, specifier: string): string | undefined {
  const [file = ''] = specifier.split('?', 1)
  if (file.startsWith('#')) return file.slice(1)
  return file.startsWith('.') ? path.posix.join(path.posix.dirname(from), file) : undefined
}
