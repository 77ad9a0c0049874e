// `npm run proof -- small-faults [word …]` makes each small fault in a copy of the checkout and runs the tests
// that should notice it. Words select faults by the name of their file.
//   --only-anchors  looks only whether the text of each fault is still there
//   --tree DIR      breaks and tests another checkout     --workers N  copies at a time, at most 2
//   --report FILE   where the results are kept   --named   only the tests that a fault names
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { faultsByWord } from './all-faults.ts'
import { problemOf } from './check-fault.ts'
import type { SmallFault } from './fault.ts'
import { CANNOT_BE_LOADED, type Failure, runStories, runVitest } from './run-tests.ts'
import { copyTree, type ScratchTree } from './scratch-tree.ts'

type Result = {
  word: string
  name: string
  noticedBy?: Failure
  /** Why nothing noticed it. */
  problem?: string
  seconds: number
}

const ownRoot = join(import.meta.dirname, '../..')
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: 'string', default: ownRoot },
    workers: { type: 'string', default: '2' },
    report: { type: 'string', default: join(ownRoot, 'test-results/small-faults.json') },
    named: { type: 'boolean', default: false },
    'only-anchors': { type: 'boolean', default: false },
  },
})
const source = resolve(options.tree)
const waiting = Object.entries(faultsByWord)
  .filter(([word]) => words.length === 0 || words.some((given) => word.includes(given)))
  .flatMap(([word, faults]) => faults.map((fault) => ({ word, fault })))
const results: Result[] = []
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort())

if (options['only-anchors']) {
  for (const { word, fault } of waiting) {
    const problem = problemOf(fault, source)
    note(word, fault, problem ? { problem } : {}, 0)
  }
} else {
  const workers = Math.min(Number(options.workers), 2, waiting.length)
  await Promise.all(Array.from({ length: workers }, workThrough))
  mkdirSync(dirname(options.report), { recursive: true })
  writeFileSync(options.report, `${JSON.stringify(results, null, 2)}\n`)
}
printTable()
const failed = results.filter((result) => result.problem !== undefined).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exitCode = interruption.signal.aborted ? 130 : failed > 0 || results.length === 0 ? 1 : 0

/** Takes one fault after the other, each on a separate tree. */
async function workThrough() {
  const tree = await copyTree(source, interruption.signal)
  try {
    for (let next = waiting.shift(); next && !interruption.signal.aborted; next = waiting.shift()) {
      const { word, fault } = next
      const start = performance.now()
      const outcome = await prove(tree, fault).catch((error: Error) => ({ problem: error.message }))
      if (!interruption.signal.aborted) note(word, fault, outcome, (performance.now() - start) / 1000)
    }
  } finally {
    await tree.remove()
  }
}

async function prove(tree: ScratchTree, fault: SmallFault): Promise<Pick<Result, 'noticedBy' | 'problem'>> {
  const problem = problemOf(fault, tree.root)
  if (problem) return { problem }
  const noticedBy = await tree.broken(fault, async () => {
    for (const files of stagesOf(tree, fault)) {
      const failure = await runFiles(tree, fault, files)
      if (failure) return failure
    }
    return undefined
  })
  if (!noticedBy) return { problem: 'NOT NOTICED' }
  if (noticedBy.title !== CANNOT_BE_LOADED) return { noticedBy }
  const whole = await runVitest(tree.root, [noticedBy.file], interruption.signal)
  return whole ? { problem: `${whole.file} fails without the fault, too: ${whole.message}` } : { noticedBy }
}

/** The tests that should notice it, then the feature's others, then the walks over everything, then its stories. */
function stagesOf(tree: ScratchTree, { file, noticedBy }: SmallFault): string[][] {
  const word = dirname(file).split('/').at(-1) ?? ''
  const find = (...patterns: string[]) =>
    globSync(patterns, { cwd: tree.root })
      .map((found) => found.split(sep).join('/'))
      .filter((found) => !noticedBy.includes(found))
      .toSorted()
  const named = noticedBy.filter((name) => globSync(name, { cwd: tree.root }).length > 0)
  if (options.named) return [named]
  const feature = find(`{contract,server,web}/**/${word}/*.test.{ts,tsx}`, `${dirname(file)}/*.test.{ts,tsx}`)
  return [named, feature, find('server/tests/*.test.ts'), find(`e2e/*${word}*.spec.ts`)]
}

async function runFiles(tree: ScratchTree, fault: SmallFault, files: string[]): Promise<Failure | undefined> {
  const stories = files.filter((file) => file.startsWith('e2e/'))
  const others = files.filter((file) => !file.startsWith('e2e/'))
  // The server sends built pages, and has its own copy of the contract in its source.
  if (/^(?:web|site)\//.test(fault.file) && others.some((file) => file.startsWith('server/'))) {
    await tree.buildPages()
  }
  const failure = others.length > 0 && (await runVitest(tree.root, others, interruption.signal))
  if (failure || stories.length === 0) return failure || undefined
  if (/^(?:web|site|contract)\//.test(fault.file)) await tree.buildPages()
  return runStories(tree.root, stories, interruption.signal)
}

function note(
  word: string,
  fault: SmallFault,
  outcome: Pick<Result, 'noticedBy' | 'problem'>,
  seconds: number,
) {
  const { noticedBy, problem } = outcome
  results.push({ word, name: fault.name, seconds: Math.round(seconds), ...outcome })
  const by = noticedBy
    ? `noticed by ${noticedBy.file} › ${noticedBy.title}`
    : (problem ?? 'its text is there')
  if (!options['only-anchors'] || problem)
    console.log(`${word}: ${fault.name}\n  ${by} (${seconds.toFixed(0)} s)`)
}

function printTable() {
  console.log(`\n${'word'.padEnd(32)}${'passed'.padStart(8)}${'failed'.padStart(8)}`)
  for (const [word, own] of Map.groupBy(results, (result) => result.word)) {
    const bad = own.filter((result) => result.problem !== undefined).length
    console.log(`${word.padEnd(32)}${`${own.length - bad}`.padStart(8)}${`${bad}`.padStart(8)}`)
  }
}
