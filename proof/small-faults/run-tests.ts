import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The first failing test, and its message. */
export type Failure = { file: string; title: string; message: string }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { title: string; status: string; failureMessages?: string[] }[]
  }[]
}

type Spec = {
  title: string
  ok: boolean
  tests: { results: { error?: { message?: string } }[] }[]
}
type Suite = { file: string; specs: Spec[]; suites?: Suite[] }
type PlaywrightReport = { suites: Suite[]; errors: { message: string }[] }

const MOST_MINUTES = 15
export const CANNOT_BE_LOADED = 'cannot be loaded'

/** Runs test files of vitest until the first one fails. */
export async function runVitest(
  root: string,
  files: string[],
  stop: AbortSignal,
): Promise<Failure | undefined> {
  const report = join(root, 'vitest-report.json')
  const projects = projectsOf(root, files).map((name) => `--project=${name}`)
  const flags = ['--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...projects, ...files]
  const { code, output } = await run(root, args, {}, stop)
  const { testResults } = readReport<VitestReport>(report, output)
  for (const { name, status, assertionResults, message = '' } of testResults) {
    if (status !== 'failed') continue
    const failed = assertionResults.find((test) => test.status === 'failed')
    const title = failed?.title ?? CANNOT_BE_LOADED
    return { file: relative(root, name), title, message: shortened(failed?.failureMessages?.[0] ?? message) }
  }
  // A runner can fail outside its tests.
  if (code !== 0) throw new Error(`The tests did not run:\n${output}`)
  return undefined
}

/** Runs stories until the first one fails. */
export async function runStories(
  root: string,
  files: string[],
  stop: AbortSignal,
): Promise<Failure | undefined> {
  const report = join(root, 'stories-report.json')
  const flags = ['--max-failures=1', '--workers=1', '--reporter=json']
  const env = { E2E_DATABASE: 'embedded', PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...flags, ...files]
  const { code, output } = await run(root, args, env, stop)
  const { suites, errors } = readReport<PlaywrightReport>(report, output)
  const failed = suites.flatMap(specsOf).find((spec) => !spec.ok)
  if (failed) return { file: `e2e/${failed.file}`, title: failed.title, message: messageOf(failed) }
  // The product may not even start.
  if (errors[0]) return { file: 'e2e', title: 'cannot be started', message: shortened(errors[0].message) }
  if (code !== 0) throw new Error(`The stories did not run:\n${output}`)
  return undefined
}

/** Runs a script of the tree in Node, as the leader of a process group that ends with it. */
export function run(root: string, args: string[], env: Record<string, string>, stop: AbortSignal) {
  stop.throwIfAborted()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  const kill = () => killGroup(child.pid)
  const timer = setTimeout(kill, MOST_MINUTES * 60_000)
  stop.addEventListener('abort', kill)
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(timer)
      stop.removeEventListener('abort', kill)
      kill()
      if (stop.aborted) reject(stop.reason)
      else resolve({ code, output: Buffer.concat(chunks).toString().slice(-3000) })
    })
  })
}

function killGroup(pid: number | undefined) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** The projects of these files: no browser or PostgreSQL is started in vain. */
function projectsOf(root: string, files: string[]): string[] {
  const needed = new Set<string>()
  for (const file of files) {
    if (file.endsWith('.browser.test.tsx')) needed.add('components')
    else if (!file.startsWith('server/')) needed.add('rules')
    else for (const name of databasesOf(readFileSync(join(root, file), 'utf8'))) needed.add(name)
  }
  return [...needed]
}

/** As vitest.config.ts reads the first line of a file. */
function databasesOf(text: string): string[] {
  if (text.startsWith('// On PostgreSQL: ')) return ['postgres']
  return text.startsWith('// On both databases: ') ? ['server', 'postgres'] : ['server']
}

function readReport<T>(path: string, output: string): T {
  if (!existsSync(path)) throw new Error(`There is no report of the tests:\n${output}`)
  const report: T = JSON.parse(readFileSync(path, 'utf8'))
  rmSync(path)
  return report
}

function specsOf(suite: Suite): (Spec & { file: string })[] {
  const own = suite.specs.map((spec) => ({ ...spec, file: suite.file }))
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)]
}

function messageOf({ tests }: Spec): string {
  const [first] = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
  return shortened(first ?? '')
}

function shortened(message: string): string {
  return message.split('\n').slice(0, 3).join(' ').slice(0, 300)
}
