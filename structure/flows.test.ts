import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { registersRoutes } from './import-rules.ts'
import { readSources, root } from './source-files.ts'

const files = readSources('contract', 'web', 'server')
const imports = new Map(files.map(({ name, imports }) => [name, imports.flatMap(({ to }) => to ?? [])]))
const withRoutes = new Set(files.filter(({ text }) => registersRoutes(text)).map(({ name }) => name))
const architecture = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')

test.each([
  ['Choose a new password', 6],
  ['Sign up and pay', 15],
])('%s reads in at most %i files, and each imports the next', (title, most) => {
  const listed = filesOf(title)
  expect(listed.length).toBeGreaterThan(1)
  expect(listed.length).toBeLessThanOrEqual(most)
  expect(listed.filter((file) => !imports.has(file))).toEqual([])
  expect(listed.slice(1).filter((file) => !isReached(file, listed))).toEqual([])
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
  const byWire = withRoutes.has(file) && files.some((other) => imports.get(file)?.includes(other))
  return byImport || byWire
}
