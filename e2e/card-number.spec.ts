import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { goToBilling } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const NUMBERS = { Visa: '4000000000000000006', Mastercard: '5555555555554444', Amex: '378282246310005' }

/** On the narrowest screen the whole number can be read, and nothing stands on it. */
async function expectReadable(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  const number = page.getByLabel('Card number')
  for (const [brand, digits] of Object.entries(NUMBERS)) {
    await number.fill(digits)
    const shown = page.getByText(brand, { exact: true })
    await expect(shown).toBeVisible()
    expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), brand).toBe(0)
    const [field, name] = await Promise.all([number.boundingBox(), shown.boundingBox()])
    expect(name && field && name.y + name.height <= field.y, brand).toBe(true)
  }
}

test('a card number can be read in full on a phone, on the billing page', async ({ page }) => {
  await newCustomer(page)
  await open(page, '/account/billing/')
  await page.getByText('Use another card').click()
  await expectReadable(page)
})

test('a card number can be read in full on a phone, in the sign-up', async ({ page }) => {
  await goToBilling(page)
  await expectReadable(page)
})
