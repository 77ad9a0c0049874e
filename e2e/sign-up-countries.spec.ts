import { BUSINESS, fillAccount, fillPerson, leavePerson, leaveThird } from './kit/legacy.ts'
import { field, fillAll, goToBilling, heading, next, STEP_1, step } from './kit/sign-up.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

const SOLD = ['United States', 'Canada']

test('whoever lives in Canada is asked for a province, on every step of the new wizard', async ({ page }) => {
  await open(page, STEP_1)
  await expect(field(page, 'State').locator('option').first()).toHaveText('State or province')
  await goToBilling(page, { State: 'ON', Zip: 'K1A 0B6' })
  await expect(field(page, 'Country').locator('option:not([value=""])')).toHaveText(SOLD)
  await expect(field(page, 'Province').locator('option')).toHaveCount(14)
  await expect(field(page, 'Province').locator('option').first()).toHaveText('Province')
  await page.getByRole('button', { name: 'PAY NOW' }).click()
  await expect(step(page).locator('.summary')).toContainText('Province: This field is required')
  await expect(step(page).locator('.summary')).not.toContainText('State')
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(field(page, 'Province')).toHaveValue('ON')
  await field(page, 'Province').selectOption('IL')
  await expect(field(page, 'State')).toHaveValue('IL')
})

test('the legacy wizard offers the same countries, and calls provinces provinces', async ({ page }) => {
  await open(page, '/sign-up/step-1')
  await fillAccount(page, { pack: 'Dialer Only Account' })
  await expect(page).toHaveURL(BUSINESS)
  await expect(field(page, 'Country').locator('option:not([value=""])')).toHaveText(SOLD)
  await expect(field(page, 'State')).toBeVisible()
  await field(page, 'Country').selectOption('CA')
  await next(page).click()
  await expect(step(page).locator('.summary')).toContainText('Province: This field is required')
  expect(await overflowOf(page)).toBe(0)
  await field(page, 'Province').selectOption('QC')
  await next(page).click()
  await expect(heading(page)).toContainText('User')
  await leaveThird(page)
  await expect(field(page, 'Province')).toHaveValue('QC')
  await fillPerson(page, { Zip: 'H2X 1Y4' })
  await leavePerson(page)
  await expect(field(page, 'Country')).toHaveValue('CA')
  await expect(field(page, 'Province')).toHaveValue('')
  await fillAll(page, { Country: 'US' })
  await expect(field(page, 'State')).toHaveValue('AL')
})
