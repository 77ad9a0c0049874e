import { globSync, readFileSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/find-chromium.ts'

const serverTests = globSync('server/**/*.test.ts').sort()
/** A test of connections, locks, races, claims or plans says in its first line why it needs PostgreSQL. */
const onPostgres = serverTests.filter((file) => firstLine(file).startsWith('// On PostgreSQL: '))
const onBoth = serverTests.filter((file) => firstLine(file).startsWith('// On both databases: '))
/** Tests of the embedded database itself. */
const onEmbeddedOnly = ['server/platform/db/vacuum.test.ts']
/** Tests of limits that only a PostgreSQL server has. */
const onPostgresOnly = ['server/platform/jobs/job-schema.test.ts']
/** `npm run test:all` runs each server test on both databases, `npm test` only on the relevant one. */
const all = process.env.TEST_DATABASES === 'both'

const browserTests = ['web/**/*.browser.test.tsx', 'site/**/*.browser.test.tsx']
const proofs = { testTimeout: 600_000, isolate: true }
const timed = 'proof/same-time.proof.ts'
/** `npm test` runs the proofs of rules that no server test can show; the others run with `npm run proof`. */
const proofsOfEachRun = [
  'proof/data-folder.proof.ts',
  'proof/killed-operators.proof.ts',
  'proof/orders.proof.ts',
  'proof/random-input.proof.ts',
  'proof/recovery.proof.ts',
  'proof/sign-up-kills.proof.ts',
  'proof/start-failures.proof.ts',
]
const runsAllProofs = process.env.PROOF_SIZE === 'full' || process.env.TEST_PROOFS === 'all'

export default defineConfig({
  // Not in node_modules, which copies of the checkout share (proof/small-faults).
  cacheDir: '.cache/vite',
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Test files share a process and its modules, since none keeps state between files. This saves a third of
    // the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // With both cores busy, a job can take longer than the default second to be fetched and done.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'structure/*.test.{ts,tsx}'],
          exclude: browserTests,
        },
      },
      // Components as the pages use them, in a real browser.
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic' } },
        // A dependency discovered during a run would reload the page.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            'axe-core',
            'zod/mini',
            '@simplewebauthn/browser',
            '@fingerprintjs/fingerprintjs',
          ],
        },
        test: {
          name: 'components',
          include: browserTests,
          setupFiles: 'web/test-kit/each-test.ts',
          testTimeout: 30_000,
          // Shorter than the test's own, so that a failure shows what was there instead.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 900 },
            provider: playwright({
              launchOptions: { executablePath: findChromium(), args: chromiumArgs },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: serverTests,
          exclude: all ? onPostgresOnly : onPostgres,
          env: { TEST_DATABASE: 'embedded' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: all ? serverTests : [...onPostgres, ...onBoth],
          exclude: onEmbeddedOnly,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'scripts/vitest-postgres.ts',
        },
      },
      // Kills, restarts and attacks, each on its own instances: small here, in full with `npm run proof`.
      {
        extends: true,
        test: {
          ...proofs,
          name: 'proof',
          include: runsAllProofs ? ['proof/*.proof.ts'] : proofsOfEachRun,
          exclude: [timed],
        },
      },
      // The proof that measures time runs alone.
      {
        extends: true,
        test: {
          ...proofs,
          name: 'proof-of-time',
          include: runsAllProofs ? [timed] : [],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

function firstLine(file: string): string {
  return readFileSync(file, 'utf8').split('\n', 1)[0] ?? ''
}
