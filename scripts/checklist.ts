// Counts the rows of docs/checklist.md that a test names in its title.
//   --missing  lists the rows without a test    --brief  prints the sum alone
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Row = { id: string; group: string; requirement: string }

const root = join(import.meta.dirname, '..')
const rows = readRows(join(root, 'docs/checklist.md'))
const known = new Set(rows.map((row) => row.id))
const named = new Map(findTests().flatMap(readNamedIds))
const missing = rows.filter((row) => !named.has(row.id))
const unknown = [...named].filter(([id]) => !known.has(id))

if (process.argv.includes('--missing')) {
  for (const row of missing) console.log(`${row.id}  ${row.requirement}`)
} else {
  if (!process.argv.includes('--brief')) printGroups()
  console.log(`${rows.length - missing.length} of ${rows.length} rows have a test`)
}
for (const [id, file] of unknown) console.error(`${file} names ${id}, which is no row of docs/checklist.md`)
if (unknown.length > 0) process.exitCode = 1

function readRows(path: string): Row[] {
  const found: Row[] = []
  let group = ''
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3)
    const [, id, , requirement] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (id && requirement && /^[A-Z]\w*-\d+$/.test(id)) found.push({ id, group, requirement })
  }
  return found
}

function findTests(): string[] {
  const rooms = '{contract,web,site,server,scripts,bench}'
  return globSync([`${rooms}/**/*.test.{ts,tsx}`, 'e2e/*.spec.ts'], { cwd: root }).sort()
}

/** The IDs in [brackets] inside strings: a title may also be in a table of cases. */
function readNamedIds(file: string): [id: string, file: string][] {
  const id = String.raw`[A-Z][A-Z0-9]*-\d+`
  const tag = new RegExp(String.raw`\[(${id}(?:(?:, ?|\.\.)${id})*)\]`, 'g')
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const titles = lines.filter((line) => /['"\x60]/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
  const tags = titles.flatMap((line) => [...line.matchAll(tag)].map(([, ids = '']) => ids))
  return tags.flatMap((ids) => ids.split(/, ?/).flatMap(expandRange)).map((name) => [name, file])
}

function expandRange(range: string): string[] {
  const [from = '', to] = range.split('..')
  if (!to) return [from]
  const [group, first] = from.split('-')
  const [sameGroup, last] = to.split('-')
  // An invalid range is returned unchanged, so that it is reported as unknown.
  if (group !== sameGroup || Number(first) >= Number(last)) return [range]
  const length = Number(last) - Number(first) + 1
  return Array.from({ length }, (_, step) => `${group}-${`${Number(first) + step}`.padStart(2, '0')}`)
}

function printGroups() {
  for (const [group, all] of Map.groupBy(rows, (row) => row.group)) {
    const runs = missingRuns(all)
    const covered = all.filter((row) => named.has(row.id)).length
    console.log(`${`${covered}/${all.length}`.padStart(7)}  ${group}`)
    if (runs.length > 0) console.log(`         missing: ${runs.join(', ')}`)
  }
}

/** Consecutive rows without a test, folded to first..last. */
function missingRuns(all: Row[]): string[] {
  const runs: string[][] = [[]]
  for (const { id } of all) {
    if (named.has(id)) runs.push([])
    else runs.at(-1)?.push(id)
  }
  return runs
    .filter((run) => run.length > 0)
    .map((run) => (run.length > 1 ? `${run[0]}..${run.at(-1)}` : `${run[0]}`))
}
