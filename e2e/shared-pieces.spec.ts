import { devices, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, fillIn, open, test } from './kit/visitor.ts'

const notice = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose account' })
const support = (page: Page) => page.getByText(/^(Need some help\?|Call Toll Free:)/)

test('the support banner and the account chooser are the same at sign-in and at password reset [GEN-12]', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, '/login/')
  await expect(support(page)).toBeVisible()
  await fillIn(page, 'team@example.com')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(chooser(page)).toHaveAccessibleDescription(/^This email is associated with multiple accounts/)
  await expect(chooser(page).getByRole('row')).toHaveCount(4)
  await open(page, '/password-reset/')
  await expect(support(page)).toBeVisible()
  await page.getByLabel('Email').fill('team@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(chooser(page)).toHaveAccessibleDescription(/^This email is associated with multiple accounts/)
  await expect(chooser(page).getByRole('row')).toHaveCount(4)
})

test.describe('on a phone', { tag: '@wide' }, () => {
  test.use({ userAgent: devices['iPhone 13'].userAgent })

  test('the device warning stands before the sign-in, and once, to be closed, before the account [GEN-12, GEN-13]', async ({
    page,
  }) => {
    await open(page, '/login/')
    await expect(notice(page)).toContainText('Your device is not compatible with this website.')
    await expect(notice(page).getByRole('button')).toHaveCount(0)
    await open(page, '/login/?mr=1')
    await fillIn(page, 'agent@example.com')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/account/billing/')
    await expect(notice(page)).toHaveCount(0)
    await open(page, '/account/')
    await expect(notice(page)).toContainText('Please download the mobile app')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(notice(page)).toBeHidden()
    await page.reload()
    await page.locator('html[data-hydrated]').waitFor()
    await expect(notice(page)).toBeHidden()
  })
})
