import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countStories, countTests, type Tally } from './count-tests.ts'
import { runTool } from './run-tool.ts'
import { startPostgres } from './start-postgres.ts'

export type Stage = { name: string; title: string; run(args: string[], report: string): Promise<Tally> }

const root = join(import.meta.dirname, '..')
const isQuiet = process.env.CI !== undefined

/** The stages of `npm test`, in order. Stages with the same name are selected together. */
export const stages: Stage[] = [
  { name: 'types', title: 'Types', run: () => runCheck('scripts/types.ts') },
  { name: 'lint', title: 'Lint', run: () => runCheck('node_modules/@biomejs/biome/bin/biome', 'check', '.') },
  { name: 'vitest', title: 'Rules and server', run: runVitest },
  {
    name: 'e2e',
    title: 'Stories',
    run: (args, report) => runStories(args, report, { E2E_DATABASE: 'embedded' }),
  },
  { name: 'e2e', title: 'Stories on PostgreSQL', run: runStoriesOnPostgres },
  { name: 'checklist', title: 'Checklist', run: runChecklist },
]

async function runCheck(tool: string, ...args: string[]): Promise<Tally> {
  const code = await runTool(tool, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runVitest(args: string[], report: string) {
  const reporters = [
    `--reporter=${isQuiet ? 'dot' : 'default'}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await runTool('node_modules/vitest/vitest.mjs', [
    'run',
    '--passWithNoTests',
    ...reporters,
    ...args,
  ])
  return countTests(report, code, args.length > 0)
}

async function runStories(args: string[], report: string, env: Record<string, string>) {
  const flags = ['--pass-with-no-tests', `--reporter=${isQuiet ? 'dot' : 'list'},json`]
  const code = await runTool('node_modules/@playwright/test/cli.js', ['test', ...flags, ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return countStories(report, code)
}

/** Runs the tests tagged @both again on PostgreSQL, with a separate database for each worker. */
async function runStoriesOnPostgres(args: string[], report: string) {
  const stories = globSync('e2e/*.spec.ts', { cwd: root })
  if (!stories.some((file) => readFileSync(join(root, file), 'utf8').includes('@both'))) {
    return { passed: 0, failed: 0 }
  }
  const postgres = await startPostgres()
  try {
    const env = { E2E_DATABASE: 'postgres', E2E_DATABASE_URL: postgres.url }
    return await runStories([...args, '--grep=@both'], report, env)
  } finally {
    await postgres.stop()
  }
}

/** A row without a test is open work; a test that names an unknown row is an error. */
async function runChecklist() {
  const code = await runTool('scripts/checklist.ts', ['--brief'])
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}
