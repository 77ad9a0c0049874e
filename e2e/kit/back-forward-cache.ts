import { expect, type Page, type PlaywrightWorkerOptions } from '@playwright/test'
import { chromiumArgs, findCachingChromium } from '../../scripts/find-chromium.ts'

type LaunchOptions = PlaywrightWorkerOptions['launchOptions']

/**
 * A browser with its back-forward cache enabled, as users have it: `test.use(cachingBrowser)`. Playwright
 * disables the cache, and the headless shell that the other tests use has none.
 */
export const cachingBrowser = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the parameter.
  launchOptions: async ({}: object, lend: (options: LaunchOptions) => Promise<void>) => {
    await lend({
      executablePath: findCachingChromium(),
      args: chromiumArgs,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
  },
}

/** Nobody listens here: requests to the vendors of a sign-up can be intercepted. */
export const vendors = 'http://127.0.0.1:9'

/** One server for all stories about Back: starting a server or browser takes longer than a story. */
export const serverWithVendors = {
  ANALYTICS_ID: 'A-1',
  ANALYTICS_URL: `${vendors}/collect`,
  AD_CONVERSION_ID: 'AW-2',
  AD_CONVERSION_URL: `${vendors}/convert`,
  FRAUD_AGENT_URL: `${vendors}/agent.js`,
}

type Watched = Window & { wasKept?: boolean }

/** From now on each page records whether it was restored from the cache. */
export async function watchTheCache(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const watched = window as Watched
      watched.wasKept = persisted
    })
  })
}

/** Goes back to the cached page; fails if the browser loads it again. */
export async function goBackByCache(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => wasKept(page)).toBe(true)
}

function wasKept(page: Page): Promise<boolean | undefined> {
  return page.evaluate(() => (window as Watched).wasKept)
}
