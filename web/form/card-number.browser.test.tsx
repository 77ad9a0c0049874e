import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#web/test-kit/show.tsx'
import { answerSignUp, openBilling } from '#web/test-kit/sign-up.ts'
import { billing } from '#web/test-kit/values-account-pages.ts'

const numbers = { Visa: '4000000000000006', Mastercard: '5555555555554444', Amex: '378282246310005' }

async function openAccount() {
  await showPage('billing', { values: billing })
  await page.getByText('Use another card').click()
}

async function openSignUp() {
  answerSignUp()
  await openBilling()
}

test.each([
  ['the account', openAccount],
  ['the sign-up', openSignUp],
])('in %s a full card number is readable on a phone, below its brand', async (_, open) => {
  await open()
  await page.viewport(320, 640)
  for (const [brand, digits] of Object.entries(numbers)) {
    await page.getByLabelText('Card number').fill(digits)
    const number = page.getByLabelText('Card number').element()
    const name = page.getByText(brand, { exact: true })
    await expect.element(name).toBeVisible()
    expect(number.scrollWidth, brand).toBe(number.clientWidth)
    const bottom = name.element().getBoundingClientRect().bottom
    expect(bottom, brand).toBeLessThanOrEqual(number.getBoundingClientRect().top)
  }
})
