// `npm run simulate` runs 10,000 subscriptions for 13 months on a simulated clock, with three instances that
// are killed at random, and checks the charges against the database's calendar. Then it measures what retries,
// backup cards and card updates recover from three mixes of banks. `npm run test:all` runs smaller ones.
import { runTool } from './run-tool.ts'
import { takeNoArguments } from './take-no-arguments.ts'

takeNoArguments(
  'npm run simulate charges 10,000 subscriptions for 13 months on a simulated clock, while instances are killed, and then measures how many refused months are recovered. Smaller ones are part of npm run test:all.',
)

process.exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  [
    'run',
    '--project',
    'proof',
    '--no-file-parallelism',
    'proof/subscription-year.proof.ts',
    'proof/recovery.proof.ts',
  ],
  { PROOF_SIZE: 'full' },
)
