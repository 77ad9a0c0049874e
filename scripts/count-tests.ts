import { existsSync, readFileSync } from 'node:fs'

export type Tally = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

type PlaywrightReport = {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts vitest's report. A skipped test counts as failed, unless a filter excluded it. */
export function countTests(report: string, exitCode: number, isFiltered: boolean): Tally {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { testResults, ...counts }: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
  // A file that cannot be loaded has no tests that could fail.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const skipped = isFiltered ? 0 : counts.numPendingTests + counts.numTodoTests
  const failed = counts.numFailedTests + brokenFiles.length + skipped
  return admitFailure({ passed: counts.numPassedTests, failed }, exitCode)
}

/** Counts Playwright's report in the same way. */
export function countStories(report: string, exitCode: number): Tally {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { errors, stats }: PlaywrightReport = JSON.parse(readFileSync(report, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return admitFailure({ passed: stats.expected, failed }, exitCode)
}

/** A runner can fail outside its tests, for example during teardown. */
function admitFailure(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
