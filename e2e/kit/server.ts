import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { reportFailure } from './report-failure.ts'
import { type Server, startServer } from './start-server.ts'

export { expect } from '@playwright/test'

type ForWorkers = {
  /** Configuration beyond the defaults: `test.use({ serverEnv: { SIGN_UP_WIZARD: 'legacy' } })`. */
  serverEnv: Record<string, string>
  server: Server
}

type ForTests = {
  /** Console errors that are allowed: `test.use({ expectedConsoleErrors: [/status of 401/] })`. */
  expectedConsoleErrors: RegExp[]
}

/**
 * Playwright's test with a running product, one server per worker. A test fails if a page in its context logs
 * an error, throws, or violates the content security policy, which Chromium also logs as an error.
 */
export const test = base.extend<ForTests, ForWorkers>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverEnv }, lend) => {
      const server = await startServer(serverEnv)
      await lend(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, lend) => lend(server.url),
  expectedConsoleErrors: [[], { option: true }],
  page: async ({ page, javaScriptEnabled }, lend) => {
    if (javaScriptEnabled !== false) waitForHydration(page)
    await lend(page)
  },
  context: async ({ context, server, expectedConsoleErrors }, lend, testInfo) => {
    const alreadyWritten = server.output().length
    const complaints = collectComplaints(context)
    await lend(context)
    const written = server.output().slice(alreadyWritten)
    if (server.hasEnded()) throw new Error(`The server ended during the test. It wrote:\n${written}`)
    if (testInfo.errors.length > 0) await reportFailure(context, written)
    const unexpected = withoutExpected(complaints, expectedConsoleErrors)
    if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`)
  },
})

/**
 * A page is hydrated shortly after it is loaded; `goto` and `reload` wait for both. The wait ends before the
 * test's time limit, so that the failure names what was missing. Tests that hold back the script set
 * `waitUntil`.
 */
function waitForHydration(page: Page) {
  const hydratedAt = async <Result>(loaded: Promise<Result>) => {
    const result = await loaded
    const hydrates = await page.locator('#page-props').count()
    if (hydrates > 0) await page.locator('html[data-hydrated]').waitFor({ timeout: 60_000 })
    return result
  }
  const { goto, reload } = page
  page.goto = (url, options) => {
    const loaded = goto.call(page, url, options)
    return options?.waitUntil ? loaded : hydratedAt(loaded)
  }
  page.reload = (options) => {
    const loaded = reload.call(page, options)
    return options?.waitUntil ? loaded : hydratedAt(loaded)
  }
}

function collectComplaints(context: BrowserContext) {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (thrown) => complaints.push(thrown.error().stack ?? thrown.error().message))
  return complaints
}

function withoutExpected(complaints: string[], expected: RegExp[]) {
  // Playwright takes a list of two or more for its own [value, options] and passes on only the first.
  if (!Array.isArray(expected)) throw new Error('Give expectedConsoleErrors one pattern: [/this|that/].')
  return complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
}
