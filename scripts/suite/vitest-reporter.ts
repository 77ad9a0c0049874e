import type { Reporter, TestModule } from 'vitest/node'
import { type FileReport, writeReport } from './report.ts'

/** Records what each test file did and where its time went, for the table at the end of `npm test`. */
// biome-ignore lint/style/noDefaultExport: Vitest requires a default export.
export default class SuiteReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, errors) => {
    writeReport(process.env.SUITE_REPORT ?? '', {
      files: modules.map(describeModule),
      errors: errors.map(({ message }) => message),
    })
  }
}

function describeModule(module: TestModule): FileReport {
  const tests = [...module.children.allTests()].map((test) => ({
    title: test.fullName,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    state: test.result().state,
  }))
  const count = (state: string) => tests.filter((test) => test.state === state).length
  const failed = count('failed')
  const { collectDuration, environmentSetupDuration, prepareDuration, setupDuration, duration } =
    module.diagnostic()
  const inTests = tests.reduce((total, { seconds }) => total + seconds, 0)
  const around = environmentSetupDuration + prepareDuration + setupDuration + duration
  return {
    file: module.relativeModuleId,
    part: module.project.name.replace(/ \(.*/, ''),
    passed: count('passed'),
    // A file that cannot be loaded has no tests that could fail.
    failed: failed === 0 && module.state() === 'failed' ? 1 : failed,
    skipped: count('skipped'),
    spent: { import: collectDuration / 1000, setUp: Math.max(0, around / 1000 - inTests), tests: inTests },
    tests,
  }
}
