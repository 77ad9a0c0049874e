import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { type FileReport, type RunReport, writeReport } from './report.ts'

const root = `${import.meta.dirname}/../..`

/** The same report as that of the other tests (vitest-reporter.ts). */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export.
export default class StoryReporter implements Reporter {
  private readonly report: RunReport = { files: [], errors: [] }
  private suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite
  }

  onError(error: TestError) {
    this.report.errors.push(error.message ?? error.value ?? 'The runner failed.')
  }

  onEnd() {
    const byFile = Map.groupBy(
      this.suite?.allTests() ?? [],
      (test) => `${partOf(test)} ${relative(root, test.location.file)}`,
    )
    this.report.files = [...byFile.values()].map(describeFile)
    writeReport(process.env.SUITE_REPORT ?? '', this.report)
  }

  printsToStdio() {
    return false
  }
}

function describeFile(tests: TestCase[]): FileReport {
  const results = tests.flatMap((test) => test.results)
  const count = (...outcomes: string[]) => tests.filter((test) => outcomes.includes(test.outcome())).length
  const setUp = results.reduce((total, result) => total + aroundTest(result), 0)
  const whole = results.reduce((total, { duration }) => total + duration / 1000, 0)
  const [first] = tests
  return {
    file: relative(root, first?.location.file ?? ''),
    part: first ? partOf(first) : '',
    passed: count('expected'),
    failed: count('unexpected', 'flaky'),
    skipped: count('skipped'),
    spent: { import: 0, setUp, tests: Math.max(0, whole - setUp) },
    tests: tests.map((test) => ({
      title: test.titlePath().slice(3).join(' › '),
      seconds: test.results.reduce((total, { duration }) => total + duration / 1000, 0),
      state: test.outcome(),
    })),
  }
}

/** Starting servers and contexts, and closing them. */
function aroundTest(result: TestResult): number {
  const hooks = result.steps.filter(({ category }) => category === 'hook')
  return hooks.reduce((total, { duration }) => total + duration / 1000, 0)
}

function partOf(test: TestCase): string {
  return test.parent.project()?.name ?? ''
}
