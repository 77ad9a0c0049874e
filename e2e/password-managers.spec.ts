import type { Page } from '@playwright/test'
import { cachingBrowser } from './kit/back-forward-cache.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

// The headless shell gives no recommendations about passwords.
test.use(cachingBrowser)

/** The browser's warnings about password forms, such as one that does not say whose password it is. */
async function watchRecommendations(page: Page): Promise<string[]> {
  const recommended: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.source === 'recommendation') recommended.push(entry.text)
  })
  await session.send('Log.enable')
  return recommended
}

test('the form for a new password tells password managers whose it is', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  const recommended = await watchRecommendations(page)
  await open(page, '/account/security/')
  // The browser looks at the forms once the page has loaded.
  await page.waitForLoadState('load')
  const name = page.locator('form:has([autocomplete=new-password]) [autocomplete=username]').first()
  await expect(name).toHaveValue('agent@example.com')
  await expect(name).toBeHidden()
  expect(recommended).toEqual([])
})
