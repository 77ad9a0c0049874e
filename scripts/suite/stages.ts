import { runTool } from '../run-tool.ts'
import { startPostgres } from '../start-postgres.ts'
import type { Changed } from './changed.ts'
import { type FileReport, readReport, reportOf, type Tally, tallyOf } from './report.ts'

export type Outcome = Tally & { files?: FileReport[] }
export type Stage = { name: string; title: string; onlyInAll?: true; run(scope: Scope): Promise<Outcome> }

/** What to run: further arguments for the runner, everything on both databases, or what a change concerns. */
export type Scope = { args: string[]; isAll: boolean; changed?: Changed }

const isQuiet = process.env.CI !== undefined

/** The stages of `npm test`, in order. Stages with the same name are selected together. */
export const stages: Stage[] = [
  {
    name: 'types',
    title: 'Types',
    run: ({ changed }) => runCheck('scripts/types.ts', ...(changed?.projects ?? [])),
  },
  {
    name: 'lint',
    title: 'Lint',
    run: ({ changed }) =>
      runCheck('node_modules/@biomejs/biome/bin/biome', 'check', ...(changed?.lintable ?? ['.'])),
  },
  { name: 'vitest', title: 'Tests', run: runVitest },
  {
    name: 'e2e',
    title: 'Stories',
    run: (scope) => runStories('stories', scope, { E2E_DATABASE: 'embedded' }),
  },
  { name: 'e2e', title: 'Stories on PostgreSQL', onlyInAll: true, run: runStoriesOnPostgres },
  { name: 'checklist', title: 'Checklist', run: runChecklist },
]

async function runCheck(tool: string, ...args: string[]): Promise<Outcome> {
  if (args.at(-1) === 'check') return { passed: 0, failed: 0 }
  const code = await runTool(tool, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runVitest({ args, isAll, changed }: Scope): Promise<Outcome> {
  if (changed && changed.tests.length === 0) return { passed: 0, failed: 0 }
  const report = reportOf('tests')
  const code = await runTool(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--passWithNoTests',
      `--reporter=${isQuiet ? 'dot' : 'default'}`,
      '--reporter=./scripts/suite/vitest-reporter.ts',
      ...(changed?.tests ?? []),
      ...args,
    ],
    { SUITE_REPORT: report, ...(isAll && { TEST_DATABASES: 'both', TEST_PROOFS: 'all' }) },
  )
  const written = readReport(report)
  return { ...tallyOf(written, code, args.length > 0), files: written.files }
}

async function runStories(name: string, scope: Scope, env: Record<string, string>): Promise<Outcome> {
  const { args, isAll, changed } = scope
  if (changed && changed.stories.length === 0) return { passed: 0, failed: 0 }
  const report = reportOf(name)
  const code = await runTool(
    'node_modules/@playwright/test/cli.js',
    [
      'test',
      '--pass-with-no-tests',
      `--reporter=${isQuiet ? 'dot' : 'list'},./scripts/suite/story-reporter.ts`,
      ...(isAll || args.some((word) => word.startsWith('--project')) ? [] : ['--project=wide']),
      ...(changed?.stories ?? []),
      ...args,
    ],
    { ...env, SUITE_REPORT: report },
  )
  const written = readReport(report)
  return { ...tallyOf(written, code, args.length > 0), files: written.files }
}

/** With a separate database for each worker. */
async function runStoriesOnPostgres(scope: Scope): Promise<Outcome> {
  const postgres = await startPostgres()
  try {
    const env = { E2E_DATABASE: 'postgres', E2E_DATABASE_URL: postgres.url }
    return await runStories('stories-on-postgres', { ...scope, isAll: false }, env)
  } finally {
    await postgres.stop()
  }
}

/** A row without a test is open work; a test that names an unknown row is an error. */
async function runChecklist({ changed }: Scope): Promise<Outcome> {
  if (changed) return { passed: 0, failed: 0 }
  const code = await runTool('scripts/checklist.ts', ['--brief'])
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}
