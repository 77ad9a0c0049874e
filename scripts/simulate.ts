// `npm run simulate` lets 10,000 subscriptions live for 13 months on a held clock, on three instances that are killed
// at random, and compares what was charged with the calendar of the database.
import { runTool } from './run-tool.ts'

process.exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  ['run', '--project', 'proof', 'proof/subscription-year.proof.ts'],
  { PROOF_SIZE: 'full' },
)
