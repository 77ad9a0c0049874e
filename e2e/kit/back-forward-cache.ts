import { expect, type Page, type PlaywrightWorkerOptions } from '@playwright/test'
import { chromiumArgs, findCachingChromium } from '../../scripts/find-chromium.ts'

type LaunchOptions = PlaywrightWorkerOptions['launchOptions']

/**
 * A browser whose back-forward cache is on, as it is for people: `test.use(cachingBrowser)`. Playwright switches it
 * off, and the browser without a window that the other stories run in has none.
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

/** From now on each page notes whether it was kept and brought back. */
export async function watchTheCache(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const watched = window as Watched
      watched.wasKept = persisted
    })
  })
}

/** Back to the very page that was left: a story that gets a fresh one fails here. */
export async function goBackByCache(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => wasKept(page)).toBe(true)
}

function wasKept(page: Page): Promise<boolean | undefined> {
  return page.evaluate(() => (window as Watched).wasKept)
}
