import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A runner's report: one entry per test file, and errors outside of any. */
export type RunReport = { files: FileReport[]; errors: string[] }

export type FileReport = {
  file: string
  /** The part of the stage that it belongs to, such as `server` or `wide`. */
  part: string
  passed: number
  failed: number
  skipped: number
  /** Seconds of a worker: loading the file, setup and teardown, and the tests themselves. */
  spent: Spent
  tests: { title: string; seconds: number; state: string }[]
}

export type Spent = { import: number; setUp: number; tests: number }
export type Tally = { passed: number; failed: number }

const folder = join(import.meta.dirname, '../../test-results')

/** Kept until the next run of the stage. */
export function reportOf(stage: string): string {
  return join(folder, `${stage}.json`)
}

export function writeReport(path: string, report: RunReport): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(report, null, 1)}\n`)
}

export function readReport(path: string): RunReport {
  if (!existsSync(path)) return { files: [], errors: ['The runner wrote no report.'] }
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A skipped test counts as failed, unless a filter excluded it, and so does a runner that fails outside its tests. */
export function tallyOf({ files, errors }: RunReport, exitCode: number, isFiltered: boolean): Tally {
  const passed = sum(files, (file) => file.passed)
  const skipped = isFiltered ? 0 : sum(files, (file) => file.skipped)
  const failed = sum(files, (file) => file.failed) + skipped + errors.length
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}

export function spentBy(files: FileReport[]): Spent {
  return {
    import: sum(files, ({ spent }) => spent.import),
    setUp: sum(files, ({ spent }) => spent.setUp),
    tests: sum(files, ({ spent }) => spent.tests),
  }
}

export function slowestOf(files: FileReport[], count: number): { file: string; seconds: number }[] {
  const all = files.map(({ file, spent }) => ({ file, seconds: spent.import + spent.setUp + spent.tests }))
  return all.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
}

function sum<Item>(items: Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0)
}
