// `npm test` runs every stage; `npm test -- vitest` or `-- types lint` only these. Further arguments are
// passed to the runner: `npm test -- e2e sign-up`. `npm test -- --changed` runs what a change affects
// (`--changed=main`: since that commit), and `npm run test:all` everything on both databases.
import { catchInterruptions } from './run-tool.ts'
import { type Changed, findChanged } from './suite/changed.ts'
import { slowestOf, spentBy } from './suite/report.ts'
import { type Outcome, stages } from './suite/stages.ts'

const names = new Set(stages.map((stage) => stage.name))
const words = process.argv.slice(2)
const isAll = words.includes('--all')
const since = words.find((word) => /^--changed(?:=|$)/.test(word))
const given = words.filter((word) => word !== '--all' && word !== since)
const split = given.findIndex((word) => !names.has(word))
const chosen = split < 0 ? given : given.slice(0, split)
const args = split < 0 ? [] : given.slice(split)
// An unknown stage would be passed to every runner as an argument.
if (given.length > 0 && chosen.length === 0) {
  console.error(
    `Name a stage first: ${[...names].join(', ')}. For example: npm test -- vitest ${given.join(' ')}`,
  )
  process.exit(1)
}

const interruption = catchInterruptions()
const changed = since === undefined ? undefined : findChanged(since.split('=')[1] ?? 'HEAD')
if (changed) announce(changed)
const results: (Outcome & { title: string; seconds: number })[] = []
for (const stage of stages) {
  if (interruption.aborted || (chosen.length > 0 && !chosen.includes(stage.name))) continue
  if (stage.onlyInAll && !isAll) continue
  console.log(`\n${stage.title} …`)
  const start = performance.now()
  const outcome = await stage.run({ args, isAll, ...(changed && { changed }) }).catch((error): Outcome => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  results.push({ title: stage.title, seconds: (performance.now() - start) / 1000, ...outcome })
}
if (interruption.aborted) process.exit(130)

printTable()
if (changed) for (const remark of changed.remarks) console.log(remark)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Times of the parts and files are seconds of a worker; two workers run at a time. */
function printTable() {
  console.log(row('stage', 'time', 'passed', 'failed', 'import', 'set-up', 'tests'))
  for (const { title, seconds, passed, failed, files = [] } of results) {
    console.log(row(title, time(seconds), passed, failed))
    for (const [part, own] of Map.groupBy(files, (file) => file.part)) {
      const spent = spentBy(own)
      const count = (state: 'passed' | 'failed') => own.reduce((sum, file) => sum + file[state], 0)
      const all = [spent.import, spent.setUp, spent.tests].map(time)
      console.log(row(`  ${part}`, '', count('passed'), count('failed'), ...all))
    }
  }
  for (const { title, files = [] } of results) {
    if (files.length === 0) continue
    console.log(`\n${title}, the slowest files`)
    for (const { file, seconds } of slowestOf(files, 5)) console.log(`${time(seconds).padStart(10)}  ${file}`)
  }
}

function row(title: string, ...cells: (string | number)[]): string {
  return title.padEnd(24) + cells.map((cell) => `${cell}`.padStart(10)).join('')
}

function time(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}

function announce({ files, tests, stories }: Changed) {
  console.log(
    `${files.length} changed files concern ${tests.length} test files and ${stories.length} files of stories.`,
  )
}
