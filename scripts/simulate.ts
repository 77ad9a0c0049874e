// `npm run simulate` runs 10,000 subscriptions for 13 months on a simulated clock, with three instances that
// are killed at random, and checks the charges against the database's calendar. `npm run test:all` runs a
// smaller one.
import { runTool } from './run-tool.ts'
import { takeNoArguments } from './take-no-arguments.ts'

takeNoArguments(
  'npm run simulate charges 10,000 subscriptions for 13 months on a simulated clock, while instances are killed. A smaller one is part of npm run test:all.',
)

process.exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  ['run', '--project', 'proof', 'proof/subscription-year.proof.ts'],
  { PROOF_SIZE: 'full' },
)
