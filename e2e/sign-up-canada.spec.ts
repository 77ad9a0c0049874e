import { expectAccessible } from './kit/axe.ts'
import { liveAccounts } from './kit/customer.ts'
import { BUSINESS, choice, fillAccount, fillPerson, leavePerson, leaveThird } from './kit/legacy.ts'
import {
  complaint,
  expectRegistered,
  field,
  fillCard,
  goToBilling,
  heading,
  newEmail,
  next,
  PASSWORD,
  payNow,
  step,
} from './kit/sign-up.ts'
import { expect, fillIn, open, overflowOf, test } from './kit/visitor.ts'

test.use({ serverEnv: { ...liveAccounts, SALES_COUNTRIES: 'CA' } })

const ottawa = { City: 'Ottawa', Province: 'ON', Zip: 'k1a0b6' }

test('sold in Canada only, the new wizard asks for a province, and the bill writes it as usual', async ({
  page,
}) => {
  const email = newEmail()
  await goToBilling(page, { Email: email, ...ottawa }, '/sign-up/step-1?triple=1')
  await expect(field(page, 'Country').locator('option:not([value=""])')).toHaveText(['Canada'])
  await field(page, 'Zip').fill('K1A')
  await expect(complaint(page, 'Zip')).toHaveText('Enter a valid zip code')
  await payNow(page).click()
  await expect(step(page).locator('.summary')).toContainText('Zip: Enter a valid zip code')
  await fillCard(page, { ...ottawa, 'Billing address': '80 Wellington Street' })
  await payNow(page).click()
  await expectRegistered(page)

  await expect(page.getByText('Your account is ready')).toBeVisible({ timeout: 40_000 })
  await fillIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/account/')
  await page.goto('/account/billing/')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await expect(page.getByText('ON K1A 0B6')).toBeVisible()

  await page.goto('/account/details/')
  const company = page.getByRole('region', { name: 'Company', exact: true })
  await expect(company.getByLabel('Province')).toHaveValue('ON')
  await expect(company.getByLabel('Zip')).toHaveValue('K1A 0B6')
})

test('sold in Canada only, the legacy wizard offers the package that can be bought there', async ({
  page,
}) => {
  await open(page, '/sign-up/step-1')
  const packages = page.getByRole('group', { name: 'Package' }).getByRole('radio')
  await expect(packages).toHaveCount(1)
  await expect(choice(page, 'Dialer Only Account')).toBeChecked()
  await expectAccessible(page)
  await fillAccount(page)
  await expect(page).toHaveURL(BUSINESS)
  await expect(field(page, 'Country')).toHaveValue('CA')
  await expect(page.getByText('United States')).toHaveCount(0)
  await field(page, 'Province').selectOption('QC')
  await next(page).click()
  await expect(heading(page)).toContainText('Dialer Only Account')
  await leaveThird(page)
  await fillPerson(page, { Zip: 'h2x 1y4' })
  await leavePerson(page)
  expect(await overflowOf(page)).toBe(0)
  await fillCard(page, ottawa)
  await payNow(page).click()
  await expectRegistered(page)
})

test('another email begins the legacy wizard anew with the package that can be bought', async ({ page }) => {
  await open(page, '/sign-up/step-1')
  await fillAccount(page, { type: 'Multi User' })
  await page.getByRole('button', { name: 'Previous' }).click()
  await field(page, 'Email').fill(newEmail())
  await next(page).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(BUSINESS)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(choice(page, 'Single User')).toBeChecked()
  await expect(choice(page, 'Dialer Only Account')).toBeChecked()
})
