import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingTables } from '../server/config/settings.ts'
import { root } from './source-files.ts'

const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8')

const papers = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...globSync('docs/**/*.md', { cwd: root }),
]
/** The anchor of a heading in links. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

test('the list of decisions has a line for each one, with its title', () => {
  const files = readdirSync(path.join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  const lines = files.map((name) => `- [${/^# (.+)$/m.exec(read('docs/decisions', name))?.[1]}](${name})`)
  expect(
    read('docs/decisions/README.md')
      .match(/^- \[.+?\]\(.+?\)/gm)
      ?.toSorted(),
  ).toEqual(lines.toSorted())
})

test('a decision has at most 200 words', () => {
  const words = (name: string) =>
    read('docs/decisions', name)
      .split(/\s+/)
      .filter((word) => /\w/.test(word)).length
  const files = readdirSync(path.join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(files.filter((name) => words(name) > 200)).toEqual([])
})

test('every link between the documents leads to an existing file and heading', () => {
  const broken = papers.flatMap((paper) =>
    [...read(paper).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, to = '', heading]) => {
        const file = to ? path.join(path.dirname(paper), to) : paper
        if (!existsSync(path.join(root, file))) return [`${paper}: ${link}`]
        if (!heading || !file.endsWith('.md')) return []
        const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchor(text))
        return headings.includes(heading) ? [] : [`${paper}: ${link}`]
      },
    ),
  )
  expect(broken).toEqual([])
})

test('every file that the documents name exists', () => {
  const ours = /`((?:contract|web|server|site|scripts|structure|proof|e2e|deploy|migrations)\/[\w./-]+)`/g
  const missing = papers.flatMap((paper) =>
    [...read(paper).matchAll(ours)].flatMap(([, file = '']) =>
      existsSync(path.join(root, file)) ? [] : [`${paper}: ${file}`],
    ),
  )
  expect(missing).toEqual([])
})

test('docs/settings.md matches the settings in the configuration', () => {
  const paper = read('docs/settings.md')
  for (const { title, table } of settingTables())
    expect(paper, 'Run npm run settings.').toContain(`## ${title}\n${table}\n\n`)
})

test("every metric that the database answers is named in the operators' documents", () => {
  const names = [...read('server/features/background/monitoring/figures.ts').matchAll(/^ {4}name: '(\w+)'/gm)]
  expect(names.length).toBeGreaterThan(0)
  const told = read('docs/operate.md')
  expect(names.map(([, name]) => name).filter((name) => !told.includes(`\`${name}`))).toEqual([])
})

test('no two migrations share a number', () => {
  const numbers = readdirSync(path.join(root, 'migrations')).map((name) => name.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('before release 1.0.0 the schema is only the baseline', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const after = readdirSync(path.join(root, 'migrations')).filter((name) => name >= '0100')
  const advice =
    'Until 1.0.0, change the file of the table instead of adding one (CONTRIBUTING, "Migrations").'
  if (version.startsWith('0.')) expect(after, advice).toEqual([])
})
