import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const sheet = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8')
const rows = [...sheet.matchAll(/^\| (\d\.\d\.\d+) \|(.*)\|$/gm)].map(([, id = '', text = '']) => ({
  id,
  text,
}))

/** The requirements of ASVS 5.0 up to level 2: the last number of each section's levels 1 and 2. */
const sections = new Map([
  ['6.1', 3],
  ['6.2', 12],
  ['6.3', 4],
  ['6.4', 4],
  ['6.5', 5],
  ['6.6', 3],
  ['6.8', 4],
  ['7.1', 3],
  ['7.2', 4],
  ['7.3', 2],
  ['7.4', 5],
  ['7.6', 2],
  ['8.4', 1],
])
const others = ['7.5.1', '7.5.2', '8.1.1', '8.1.2', '8.2.1', '8.2.2', '8.2.3', '8.3.1']

test('every requirement up to level 2 has exactly one line with its status', () => {
  const wanted = [...sections].flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ id }) => id).sort()).toEqual([...wanted, ...others].sort())
  for (const { id, text } of rows) {
    const [, state = '', how = ''] = text.split('|').map((cell) => cell.trim())
    expect({ id, state }).toEqual({ id, state: expect.stringMatching(/^(met|differs|none)$/) })
    expect({ id, how }).toEqual({ id, how: expect.stringMatching(/\w/) })
  }
})

test('every file and test that a line names exists', () => {
  const missing = rows.flatMap(({ id, text }) => {
    const files = [...text.matchAll(/`([\w/.*-]+\.tsx?)`(?: “([^”]+)”)?/g)]
    return files.flatMap(([, file = '', title]) => {
      if (file.includes('*')) return []
      if (!existsSync(path.join(root, file))) return [`${id}: ${file}`]
      const source = readFileSync(path.join(root, file), 'utf8')
      return title && !source.includes(title) ? [`${id}: ${title}`] : []
    })
  })
  expect(missing).toEqual([])
})
