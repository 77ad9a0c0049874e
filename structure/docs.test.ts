import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8')

test('the list of decisions has a line for each, with its title', () => {
  const files = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name))
  const lines = files.map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read('docs/decisions', name)) ?? []
    return `- **${number}** [${title}](${name})`
  })
  const listed = read('docs/decisions/README.md').match(/^- \*\*\d+\*\* \[.+?\]\(.+?\)/gm)
  expect(listed).toEqual(lines)
})

test('every figure of /metrics that the database answers is named where operators read about them', () => {
  const names = [...read('server/features/background/monitoring/figures.ts').matchAll(/^ {4}name: '(\w+)'/gm)]
  expect(names.length).toBeGreaterThan(0)
  const told = read('docs/operate.md')
  expect(names.map(([, name]) => name).filter((name) => !told.includes(`\`${name}`))).toEqual([])
})

test('no two migrations have one number', () => {
  const numbers = readdirSync(path.join(root, 'migrations')).map((name) => name.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('before release 1.0.0 the schema is the baseline alone', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const after = readdirSync(path.join(root, 'migrations')).filter((name) => name >= '0100')
  const advice =
    'Until 1.0.0, change the file of the table instead of adding one (CONTRIBUTING, "Migrations").'
  if (version.startsWith('0.')) expect(after, advice).toEqual([])
})
