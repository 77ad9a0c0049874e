// `npm run simulate` runs 10,000 subscriptions for 13 months on a controlled clock, on three instances that
// are killed at random, and compares what was charged with the database's calendar.
import { runTool } from './run-tool.ts'
import { takeNoArguments } from './take-no-arguments.ts'

takeNoArguments(
  'npm run simulate charges 10,000 subscriptions for 13 months on a controlled clock, while instances are killed. A smaller one is part of npm test.',
)

process.exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  ['run', '--project', 'proof', 'proof/subscription-year.proof.ts'],
  { PROOF_SIZE: 'full' },
)
