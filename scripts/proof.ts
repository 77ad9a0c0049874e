// `npm run proof` runs the proofs in proof/ at full size; an argument selects some: `npm run proof --
// guessing`. `npm run proof -- small-faults` breaks the product in small ways and looks which test notices.
import { catchInterruptions, runTool } from './run-tool.ts'

const args = process.argv.slice(2)
process.exitCode = args[0] === 'small-faults' ? await proveSmallFaults() : await runProofs()

function runProofs() {
  return runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', '--project', 'proof*', '--no-file-parallelism', ...args],
    { PROOF_SIZE: 'full' },
  )
}

function proveSmallFaults() {
  catchInterruptions()
  return runTool('proof/small-faults/run.ts', args.slice(1))
}
