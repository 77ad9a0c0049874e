// `npm test` runs every stage; `npm test -- vitest` or `-- types lint` only these. Further arguments are
// passed to the runner: `npm test -- e2e sign-up --project wide`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catchInterruptions } from './run-tool.ts'
import { stages } from './test-stages.ts'

const names = new Set(stages.map((stage) => stage.name))
const given = process.argv.slice(2)
const split = given.findIndex((word) => !names.has(word))
const chosen = split < 0 ? given : given.slice(0, split)
const extra = split < 0 ? [] : given.slice(split)
// A word that names no stage would be passed to every one of them.
if (given.length > 0 && chosen.length === 0) {
  console.error(
    `Name a stage first: ${[...names].join(', ')}. For example: npm test -- vitest ${given.join(' ')}`,
  )
  process.exit(1)
}

const interruption = catchInterruptions()
const folder = mkdtempSync(join(tmpdir(), 'front-desk-test-'))
const results = []
for (const [index, stage] of stages.entries()) {
  if (interruption.aborted || (chosen.length > 0 && !chosen.includes(stage.name))) continue
  console.log(`\n${stage.title} …`)
  const start = performance.now()
  const tally = await stage.run(extra, join(folder, `${index}.json`)).catch((error) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  results.push({ title: stage.title, seconds: (performance.now() - start) / 1000, ...tally })
}
rmSync(folder, { recursive: true })
if (interruption.aborted) process.exit(130)

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${'stage'.padEnd(24)}${'time'.padStart(10)}${'passed'.padStart(8)}${'failed'.padStart(8)}`)
for (const { title, seconds, ...tally } of results) {
  const time = `${seconds.toFixed(1)} s`.padStart(10)
  console.log(`${title.padEnd(24)}${time}${`${tally.passed}`.padStart(8)}${`${tally.failed}`.padStart(8)}`)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
