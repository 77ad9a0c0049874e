import { expect, type Page, type PlaywrightWorkerOptions } from '@playwright/test'
import { chromiumArgs, findCachingChromium } from '../../scripts/find-chromium.ts'

type LaunchOptions = PlaywrightWorkerOptions['launchOptions']

/**
 * A browser with its back-forward cache enabled, as users have it: `test.use(cachingBrowser)`. Playwright
 * disables the cache, and the headless shell that the other tests use has none.
 */
export const cachingBrowser = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture takes.
  launchOptions: async ({}: object, lend: (options: LaunchOptions) => Promise<void>) => {
    await lend({
      executablePath: findCachingChromium(),
      args: chromiumArgs,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
  },
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
