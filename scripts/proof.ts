// `npm run proof` runs the proofs of proof/ at full size; a word after `--` chooses some: `npm run proof -- guessing`.
import { runTool } from './run-tool.ts'

process.exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  ['run', '--project', 'proof*', '--no-file-parallelism', ...process.argv.slice(2)],
  { PROOF_SIZE: 'full' },
)
