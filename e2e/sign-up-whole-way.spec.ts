import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import {
  customer,
  expectRegistered,
  fillAll,
  fillCard,
  heading,
  next,
  PASSWORD,
  payNow,
} from './kit/sign-up.ts'
import { expect, fillIn, hydrated, test } from './kit/visitor.ts'

test.use({ serverEnv: { TRUST_PROXY: '1', SETUP_SECONDS: '1' } })

test('from the pricing page to a signed-in account @both [PAY-01, PAY-05, NW1-16]', async ({ page }) => {
  await page.goto('/site/pricing/#plan-builder')
  await page.getByRole('button', { name: 'One more: Triple line power dialer' }).click()
  await page.getByRole('link', { name: 'Sign up with this plan' }).click()
  await expect(page).toHaveURL(/\/sign-up\/step-1\?.*back-url=pricing/)
  await hydrated(page)
  const plan = new URL(page.url()).search
  const person = customer()
  await fillAll(page, person)
  await next(page).click()
  await expect(page).toHaveURL(`/sign-up/step-2${plan}`)
  await expect(heading(page)).toHaveText('Billing')
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  await expect(page.getByRole('main').locator('.banner').first()).toContainText('Success! Your account')
  await expect(page.getByText('Success! Your account is ready. You can sign in now.')).toBeVisible()
  await expectAccessible(page)
  expect(await keptIn(page)).not.toMatch(/4111[ -]?1111|correct horse|Peoria|Barista/)
  await fillIn(page, person.Email ?? '', PASSWORD)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('main')).toContainText('North Shore Realty')
})

/** Everything that this browser stores for our site. */
async function keptIn(page: Page): Promise<string> {
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      await indexedDB.databases(),
      await caches.keys().catch(() => []),
    ]),
  )
  return stored + JSON.stringify(await page.context().cookies())
}
