import { doubleClickInto, stopClock } from './kit/double-press.ts'
import {
  ACCOUNT,
  BUSINESS,
  choice,
  dialog,
  fillAccount,
  fillBusiness,
  goToThirdStep,
  LICENCES,
  tick,
} from './kit/legacy.ts'
import { CONTEXT, field, heading, newEmail, next, previous, step } from './kit/sign-up.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

const mls = 'Multiple listing service'

test('what call 4 says of countries, states, listing services and popups counts, not only its prices', {
  tag: '@wide',
}, async ({ page }) => {
  await page.route(`**${CONTEXT}`, async (route) => {
    const response = await route.fetch()
    const context = await response.json()
    context.countries = [{ value: 'US', displayValue: 'The States' }]
    context.states = [{ value: 'IL', displayValue: 'The Prairie State', country: 'US' }]
    context.misc.mls = [
      { value: 'midwest-real-estate-data', displayValue: 'New MLS', state: 'IL', has_expired_data: false },
    ]
    context.misc.show_nhs_alert_popup = false
    await route.fulfill({ response, json: context })
  })
  await open(page, ACCOUNT)
  await fillAccount(page)
  await expect(field(page, 'Country').locator('option:not([value=""])')).toHaveText(['The States'])
  await expect(field(page, 'State').locator('option')).toHaveText(['State', 'The Prairie State'])
  await field(page, 'State').selectOption('IL')
  await page.getByLabel(mls).selectOption('New MLS')
  await expect(step(page)).toContainText('Expired data is not available in this MLS.')
  await next(page).click()
  await expect(tick(page, /Expired/)).toHaveCount(0)
  await page.getByRole('link', { name: /instead$/ }).click()
  await expect(page).toHaveURL(LICENCES)
  await tick(page, /Neighborhood search/).check()
  await expect(dialog(page, /^Coverage of/)).toBeHidden()
  await tick(page, /Pre-foreclosure/).click()
  await expect(dialog(page, /^Coverage of/)).toBeVisible()
})

test('another email goes on at once where nothing was chosen, and asks where something would be lost', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, ACCOUNT)
  const first = await fillAccount(page)
  await previous(page).click()
  await field(page, 'Email').fill(newEmail())
  await next(page).click()
  await expect(page).toHaveURL(BUSINESS)
  await fillBusiness(page)
  await page.goto(ACCOUNT)
  const warning = dialog(page, 'Warning')
  const second = await field(page, 'Email').inputValue()
  expect(second).not.toBe(first)

  await field(page, 'Email').fill(newEmail())
  await next(page).click()
  await expect(warning).toContainText('A new email starts a new sign-up')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(warning).toBeHidden()
  await expect(page).toHaveURL(ACCOUNT)
  await expect(field(page, 'Email')).toHaveValue(second)
  await next(page).click()
  await expect(page).toHaveURL(BUSINESS)
  await expect(field(page, 'State')).toHaveValue('IL')

  await previous(page).click()
  await choice(page, 'Multi User').check()
  await field(page, 'Email').fill(newEmail())
  await next(page).click()
  await warning.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(BUSINESS)
  await expect(field(page, 'State')).toHaveValue('')
  await previous(page).click()
  await expect(choice(page, 'Single User')).toBeChecked()
})

test('the list of MLSs starts with a question once a state has some, and an expired-data plan says what it loses', async ({
  page,
}) => {
  await goToThirdStep(page)
  await tick(page, /Expired/).check()
  await previous(page).click()
  const lost = step(page).getByRole('status').filter({ hasText: 'it will be removed from your plan' })
  await expect(lost).toHaveCount(0)
  await page.getByLabel(mls).selectOption('Quad City Area Realtor Association')
  await expect(lost).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  await page.getByLabel(mls).selectOption('Midwest Real Estate Data')
  await expect(lost).toHaveCount(0)
  await field(page, 'Industry').selectOption('Insurance')
  await expect(lost).toBeVisible()
  await field(page, 'Industry').selectOption('Real Estate')
  await expect(lost).toHaveCount(0)

  await field(page, 'State').selectOption('WY')
  await expect(page.getByLabel(mls).locator('option')).toHaveText(['My MLS is not listed'])
  await field(page, 'State').selectOption('KS')
  await expect(page.getByLabel(mls).locator('option')).toHaveText([
    'Choose your MLS',
    'Heartland MLS',
    'My MLS is not listed',
  ])
  await expect(page.getByLabel(mls)).toHaveValue('')
  await page.getByLabel(mls).selectOption('My MLS is not listed')
  await next(page).click()
  await expect(tick(page, /Expired/)).toHaveCount(0)
  await previous(page).click()
  await expect(page.getByLabel(mls).locator('option:checked')).toHaveText('My MLS is not listed')
})

const sentences = [
  ['Single User', 'Dialer and Data Account', 'Choose your dialer and data.', 'licenses, add-ons and data'],
  ['Single User', 'Data Only Account', 'Choose your data.', 'licenses and data'],
  ['Multi User', 'Data Only Account', 'Choose your users and data.', 'licenses and data'],
  ['Multi User', 'Dialer Only Account', 'Choose your users and dialers.', 'licenses and add-ons'],
] as const
for (const [type, pack, simple, licences] of sentences) {
  test(`${type}, ${pack}: the sentences name what is sold, in one spelling`, async ({ page }) => {
    await goToThirdStep(page, { type, pack })
    await expect(page.locator('.lede:visible')).toContainText(simple)
    await expect(page.getByRole('form', { name: pack })).toBeVisible()
    const link = page.getByRole('link', { name: /instead$/ })
    await expect(link).toHaveText(
      pack === 'Data Only Account' ? 'Choose licenses instead' : 'Choose licenses and add-ons instead',
    )
    await link.click()
    await expect(page.locator('.lede:visible')).toContainText(`Choose your ${licences}.`)
    await expect(page.locator('body')).not.toContainText(/licence/i)
    expect(await overflowOf(page)).toBe(0)
    await expect(heading(page)).toHaveText(`${type} ${pack}`)
  })
}

test('a double click leaves the dialog that it opens to be read [L3-27, L3-28, L3-29]', async ({ page }) => {
  await goToThirdStep(page)
  await stopClock(page)
  const error = dialog(page, 'Error')
  await doubleClickInto(page, next(page), error)
  await expect(error).toBeVisible()
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(error).toBeHidden()
  const info = dialog(page, 'Info')
  await doubleClickInto(page, tick(page, /Skip tracer/), info)
  await expect(info).toBeVisible()
  await info.getByRole('button').first().click()
  await expect(info).toBeHidden()
  await expect(tick(page, /Skip tracer/)).toBeChecked()
})
