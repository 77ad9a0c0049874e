import { cachingBrowser } from './kit/back-forward-cache.ts'
import { field, fillCard, goToBilling, heading, payNow } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

// Back to the wizard of a held sign-up, in a browser that keeps pages in memory.

test.use(cachingBrowser)

const REVIEW = '/sign-up/review/'

test('whoever goes back and forth from a held sign-up finds what becomes of it, never the form', {
  tag: '@wide',
}, async ({ page, context }) => {
  const { Email: email = '' } = await goToBilling(page)
  await fillCard(page, { 'Card number': '4000-0000-0000-9235' })
  await payNow(page).click()
  await expect(page).toHaveURL(REVIEW, { timeout: 20_000 })
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(REVIEW)
  await expect(heading(page)).toHaveText('We are checking your sign-up')
  await open(page, '/login/')
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(REVIEW)
  await expect(heading(page)).toHaveText('We are checking your sign-up')

  const second = await context.newPage()
  await open(second, '/sign-up/step-1?single=1')
  await field(second, 'Email').fill(email)
  await field(second, 'Confirm email').focus()
  await expect(second).toHaveURL(REVIEW)
  await second.goBack({ waitUntil: 'commit' })
  await expect(second).not.toHaveURL(/step-1/)
})
