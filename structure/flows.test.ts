import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './source-files.ts'

const imports = new Map(
  readSources('contract', 'web', 'server').map(({ name, imports }) => [
    name,
    imports.flatMap(({ to }) => to ?? []),
  ]),
)
const architecture = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')

test.each([
  ['Choose a new password', 8],
  ['Sign up and pay', 15],
])('%s reads in at most %i files, and each leads to the next ones', (title, most) => {
  const files = filesOf(title)
  expect(files.length).toBeGreaterThan(1)
  expect(files.length).toBeLessThanOrEqual(most)
  expect(files.filter((file) => !imports.has(file))).toEqual([])
  expect(files.slice(1).filter((file) => !isReached(file, files))).toEqual([])
})

/** The numbered list under the title. */
function filesOf(title: string): string[] {
  const [, list = ''] = architecture.split(`\n${title},`)
  const [numbered = ''] = list.split('\n\n', 1)
  return [...numbered.matchAll(/^\d+\. `([^`]+)`$/gm)].map(([, file = '']) => file)
}

/** Linked by an import, or by a call that a page sends and a route handles. */
function isReached(file: string, files: readonly string[]): boolean {
  const byImport = files.some((other) => other !== file && imports.get(other)?.includes(file))
  const byWire = file.endsWith('/routes.ts') && files.some((other) => imports.get(file)?.includes(other))
  return byImport || byWire
}
