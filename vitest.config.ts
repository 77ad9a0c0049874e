import { defineConfig } from 'vitest/config'

const serverTests = ['server/**/*.test.ts']
const proofs = { testTimeout: 600_000, isolate: true }
const timed = 'proof/same-time.proof.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Test files share a process and its modules, since none keeps state between files. This saves a third of
    // the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A job can take longer than the default second to be fetched and done while both cores are busy.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'structure/*.test.ts'],
        },
      },
      // The same server tests run twice, on the embedded database and on PostgreSQL.
      {
        extends: true,
        test: { name: 'embedded', include: serverTests, env: { TEST_DATABASE: 'embedded' } },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: serverTests,
          // Tests of the embedded database itself.
          exclude: ['server/platform/db/vacuum.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'scripts/vitest-postgres.ts',
        },
      },
      // Kills, restarts and attacks, each on its own instances: small in `npm test`, full with `npm run proof`.
      {
        extends: true,
        test: { ...proofs, name: 'proof', include: ['proof/*.proof.ts'], exclude: [timed] },
      },
      // The proof that measures time runs alone.
      {
        extends: true,
        test: { ...proofs, name: 'proof-of-time', include: [timed], sequence: { groupOrder: 1 } },
      },
    ],
  },
})
