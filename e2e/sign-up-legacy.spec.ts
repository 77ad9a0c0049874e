import * as messages from '#contract/features/sign-up/messages.ts'
import {
  ACCOUNT,
  BILLING,
  BUSINESS,
  CHOICES,
  CUSTOMER,
  choice,
  dialog,
  fillAccount,
  fillBusiness,
  fillPerson,
  goToLegacyBilling,
  LICENCES,
  leavePerson,
  leaveThird,
  subtotal,
  tick,
} from './kit/legacy.ts'
import {
  expectRegistered,
  field,
  fillAll,
  fillCard,
  heading,
  newEmail,
  next,
  PASSWORD,
  payNow,
  previous,
  SUBMIT,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

test('one user goes through the five steps, back and forth, and pays [SUP-01, L12-02, L3-01, L3-02, L4-25, L4-26, L5-14, PAY-01, PAY-05, RTE-05]', {
  tag: '@narrow',
}, async ({ page }) => {
  const sent = watchBodies(page, SUBMIT)
  await open(page, ACCOUNT)
  await expect(heading(page)).toHaveText('Your account')
  const email = await fillAccount(page)
  await expect(page).toHaveURL(BUSINESS)
  await fillBusiness(page)

  await expect(page).toHaveURL(CHOICES)
  await expect(heading(page)).toHaveText('Single User Dialer and Data Account')
  await expect(heading(page)).toBeFocused()
  await next(page).click()
  await expect(dialog(page, 'Error')).toContainText(messages.chooseDataService)
  await dialog(page, 'Error').getByRole('button', { name: 'OK' }).click()
  await choice(page, 'Triple Line Dialer').check()
  await tick(page, /Expired/).check()
  await expect(subtotal(page)).toHaveText('$199 / mo')
  await expect(page.getByRole('complementary').locator('.plan .line')).toHaveText([
    'Triple line dialer × 1$139 / mo',
    'Agent access × 1$10 / mo',
    'Expired leads$50 / mo',
    'Total Monthly Cost$199 / mo',
  ])
  await previous(page).click()
  await expect(page).toHaveURL(BUSINESS)
  await next(page).click()
  await leaveThird(page)

  await expect(page).toHaveURL(CUSTOMER)
  await fillPerson(page)
  await previous(page).click()
  await expect(page).toHaveURL(CHOICES)
  await expect(tick(page, /Expired/)).toBeChecked()
  await leaveThird(page)
  await expect(field(page, 'First name')).toHaveValue('Dana')
  await leavePerson(page)

  await expect(page).toHaveURL(BILLING)
  await previous(page).click()
  await expect(page).toHaveURL(CUSTOMER)
  await leavePerson(page)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent).toMatchObject([{ email, triple_line_power_dialer_count: 1, total: 199 }])
  expect(await page.evaluate(() => sessionStorage.getItem('sign-up-progress'))).toBeNull()
})

test('a reload keeps the step, choices and texts, but no secrets, and opens no later step directly [L3-30, L4-01, L5-01, SUP-18]', async ({
  page,
}) => {
  for (const address of [CHOICES, BILLING]) {
    await page.goto(address)
    await expect(page).toHaveURL(ACCOUNT)
  }
  await page.goto(LICENCES)
  await expect(page).toHaveURL('/site/pricing/')

  await open(page, ACCOUNT)
  const email = newEmail()
  await field(page, 'Email').fill(email)
  await choice(page, 'Multi User').check()
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(choice(page, 'Multi User')).toBeChecked()
  await fillAccount(page, { email, type: 'Single User' })
  await fillBusiness(page)
  await tick(page, /For sale by owner/).check()
  await page.reload()
  await expect(page).toHaveURL(CHOICES)
  await expect(tick(page, /For sale by owner/)).toBeChecked()
  await page.goto(LICENCES)
  await expect(heading(page)).toHaveText('Single User Dialer and Data Account')
  await page.goto(BILLING)
  await expect(page).toHaveURL(ACCOUNT)
  await page.goto(CHOICES)
  await leaveThird(page)
  await fillPerson(page)
  await leavePerson(page)
  await fillAll(page, { 'Card number': '4111-1111-1111-1111', CVV: '987' })
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/4111[ -]?1111|\b987\b/)
  expect(stored).not.toContain(PASSWORD)

  await page.reload()
  await expect(page).toHaveURL(CUSTOMER)
  await expect(page.getByRole('main')).toContainText(
    'except your password, which we never keep. Please choose it again',
  )
  await expect(field(page, 'First name')).toHaveValue('Dana')
  await expect(page.getByLabel('Coach')).toBeChecked()
  await expect(field(page, 'Answer to the first question')).toHaveValue('Peoria')
  await expect(field(page, 'Account password')).toHaveValue('')
  await fillAll(page, { 'Account password': PASSWORD, 'Confirm password': PASSWORD })
  await leavePerson(page)
  await page.goBack()
  await expect(page).toHaveURL(CUSTOMER)
  await page.goForward()
  await expect(heading(page)).toHaveText('Billing')
  await page.goBack()
  await field(page, 'City').fill('Peoria')
  await page.goForward()
  await expect(page).toHaveURL(CUSTOMER)
})

test.describe('when the answer to a payment is lost', () => {
  test.use({ expectedConsoleErrors: [/status of 409|ERR_FAILED/] })

  test('after a reload the wizard says that they have paid, and one conversion is counted', async ({
    page,
  }) => {
    await goToLegacyBilling(page)
    await page.route(`**${SUBMIT}`, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await fillCard(page)
    await payNow(page).click()
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText('Network Error')
    await page.reload()
    await expect(heading(page)).toHaveText('Customer and account information')
    await fillAll(page, { 'Account password': PASSWORD, 'Confirm password': PASSWORD })
    await next(page).click()
    await expect(heading(page)).toHaveText('You have paid')
    const conversions = await page.evaluate(() => {
      const { dataLayer = [] } = window as { dataLayer?: { event: string }[] }
      return dataLayer.filter(({ event }) => event === 'Sign Up').length
    })
    expect(conversions).toBe(1)
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toMatch(/Peoria|Barista|Dana|northshore/)
  })
})
