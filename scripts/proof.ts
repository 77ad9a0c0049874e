// `npm run proof` runs the proofs in proof/ at full size; an argument selects some: `npm run proof --
// guessing`.
import { runTool } from './run-tool.ts'

process.exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  ['run', '--project', 'proof*', '--no-file-parallelism', ...process.argv.slice(2)],
  { PROOF_SIZE: 'full' },
)
