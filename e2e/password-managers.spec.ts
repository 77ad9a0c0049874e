import type { Page } from '@playwright/test'
import { cachingBrowser } from './kit/back-forward-cache.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

// The headless shell gives no recommendations about passwords.
test.use(cachingBrowser)

/** What the browser reports about forms with passwords, such as one that does not say whose password it is. */
async function watchRecommendations(page: Page): Promise<string[]> {
  const recommended: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.source === 'recommendation') recommended.push(entry.text)
  })
  await session.send('Log.enable')
  return recommended
}

test('the form for a new password tells password managers whose it is', { tag: '@wide' }, async ({
  page,
}) => {
  await signedInAs(page, 'agent@example.com')
  const recommended = await watchRecommendations(page)
  await open(page, '/account/security/')
  // The browser looks at the forms once the page has loaded.
  await page.waitForLoadState('load')
  const names = await page.locator('form:has([autocomplete=new-password]) [autocomplete=username]').all()
  await expect(names[0] ?? page.locator('none')).toHaveValue('agent@example.com')
  await expect(names[0] ?? page.locator('none')).toBeHidden()
  expect(recommended).toEqual([])
  const buttons = page.getByRole('button', { name: 'Show password' })
  for (const [index, password] of ['Current password', 'New password', 'Confirm new password'].entries())
    await expect(buttons.nth(index)).toHaveAccessibleDescription(password)
})

test('the password of this site is not filled in for a mail server', { tag: '@wide' }, async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/outgoing-mail/')
  await expect(page.getByLabel('User name')).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByLabel('Password (optional)', { exact: true })).toHaveAttribute(
    'autocomplete',
    'new-password',
  )
})
