import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/find-chromium.ts'

const { userAgent } = devices['Desktop Chrome']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/kit/prepare.ts',
  // Emptied at each start, so not where the reports are kept.
  outputDir: 'test-results/stories',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Generous, so that a busy machine with two cores does not fail a test.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // PostgreSQL has no demo: no mailbox to read links in, no sample partner.
  grepInvert: process.env.E2E_DATABASE === 'postgres' ? /@demo/ : [],
  use: {
    // A small window, not a phone: phones are redirected to the companion app by their user agent.
    userAgent,
    // Tracing every test for the few that fail doubles the time: enable it with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'narrow',
      use: { viewport: { width: 390, height: 844 } },
      // Journeys that differ on a phone: a folded menu, a plan in a bar, stacked tables.
      grep: /@narrow/,
    },
  ],
})
