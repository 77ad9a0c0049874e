import * as paymentMessages from '#contract/billing/messages.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import {
  ACCOUNT,
  BILLING,
  BUSINESS,
  CHOICES,
  CUSTOMER,
  choice,
  dialog,
  fillAccount,
  fillLegacyCard,
  fillPerson,
  goToLegacyBilling,
  goToThirdStep,
  LICENCES,
  leavePerson,
  leaveThird,
  person,
  tick,
} from './kit/legacy.ts'
import {
  answer,
  complaint,
  expectRegistered,
  field,
  fillAll,
  heading,
  newEmail,
  next,
  PASSWORD,
  payNow,
  SAVE,
  SUBMIT,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of (400|500)|ERR_FAILED/] })

test('a step without its past opens the first one, by address, reload and Back [L3-30, L4-01, L5-01, SUP-18]', {
  tag: '@wide',
}, async ({ page }) => {
  for (const address of [BUSINESS, CHOICES, CUSTOMER, BILLING]) {
    await page.goto(address)
    await expect(page).toHaveURL(ACCOUNT)
    await expect(heading(page)).toHaveText('Your account')
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
  await page.reload()
  await expect(heading(page)).toHaveText('About your business')
  await page.goto(CHOICES)
  await expect(heading(page)).toHaveText('Your account')
  await expect(field(page, 'Email')).toHaveValue(email)
  await next(page).click()
  await field(page, 'State').selectOption('IL')
  await next(page).click()
  await expect(page).toHaveURL(CHOICES)
  await tick(page, /For sale by owner/).check()
  await page.reload()
  await expect(tick(page, /For sale by owner/)).toBeChecked()
  await page.goto(LICENCES)
  await expect(heading(page)).toHaveText('Single User Dialer and Data Account')
  await page.goto(BILLING)
  await expect(page).toHaveURL(ACCOUNT)
  await page.goto(CHOICES)
  await leaveThird(page)
  await page.goto(BILLING)
  await expect(page).toHaveURL(ACCOUNT)
  // Simulates leaving the page before it has saved the state that step two suggests.
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('sign-up-progress') ?? '{}')
    kept.typed.customer.state = ''
    sessionStorage.setItem('sign-up-progress', JSON.stringify(kept))
  })
  await page.goto(CUSTOMER)
  await expect(field(page, 'State')).toHaveValue('IL')
  await fillPerson(page)
  await page.reload()
  await expect(field(page, 'First name')).toHaveValue('Dana')
  await expect(page.getByLabel('Coach')).toBeChecked()
  await expect(field(page, 'Account password')).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(PASSWORD)

  await fillAll(page, { 'Account password': PASSWORD, 'Confirm password': PASSWORD })
  await leavePerson(page)
  await fillAll(page, { 'Card number': '4111-1111-1111-1111', CVV: '987' })
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/4111[ -]?1111|\b987\b/)
  await page.reload()
  await expect(page).toHaveURL(CUSTOMER)
  await expect(page.getByRole('main')).toContainText(
    'except your password, which we never keep. Please choose it again',
  )
  await expect(field(page, 'Answer to the first question')).toHaveValue('Peoria')
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

test('choices that are taken back close the steps behind them [L12-03..L12-06, L3-29]', {
  tag: '@wide',
}, async ({ page }) => {
  await goToThirdStep(page)
  await tick(page, /For sale by owner/).check()
  await leaveThird(page)
  await page.goto(ACCOUNT)
  const warning = dialog(page, 'Warning')
  await choice(page, 'Multi User').click()
  await expect(warning).toContainText('This resets the dialers, users and data you have chosen.')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(choice(page, 'Single User')).toBeChecked()
  await choice(page, 'Multi User').click()
  await warning.getByRole('button', { name: 'Proceed' }).click()
  await expect(choice(page, 'Multi User')).toBeChecked()
  await expect(page.getByRole('complementary').locator('.plan .line')).toHaveText([
    'Single line dialer × 1$89 / mo',
    'Agent access × 2$20 / mo',
    'Total Monthly Cost$109 / mo',
  ])
  await page.goto(CUSTOMER)
  await expect(page).toHaveURL(ACCOUNT)
  await choice(page, 'Data Only Account').click()
  await expect(page.getByRole('complementary').locator('.plan .line').first()).toHaveText(
    'Agent access × 2$20 / mo',
  )
  await field(page, 'Email').fill(newEmail())
  await field(page, 'Email').press('Tab')
  await expect(warning).toContainText('A new email starts a new sign-up')
  await warning.getByRole('button', { name: 'Proceed' }).click()
  await expect(choice(page, 'Single User')).toBeChecked()
  await expect(choice(page, 'Dialer and Data Account')).toBeChecked()
  await next(page).click()
  await expect(page).toHaveURL(BUSINESS)
  await page.goto(CHOICES)
  await expect(page).toHaveURL(ACCOUNT)
})

test('a refusal opens the step where it can be mended, with everything typed still there [PAY-06..PAY-09, PAY-12, PAY-13, ENT-21]', {
  tag: '@wide',
}, async ({ page }) => {
  const refuse = async (errors: object | string) => {
    await page.unroute(`**${SUBMIT}`)
    await answer(page, SUBMIT, 400, { errors })
    await payNow(page).click()
  }
  await goToLegacyBilling(page)
  await fillLegacyCard(page)

  await refuse({ payment_form: { number: [paymentMessages.cardDeclined] } })
  await expect(page).toHaveURL(BILLING)
  await expect(complaint(page, 'Card number')).toHaveText(paymentMessages.cardDeclined)
  await expect(field(page, 'Card number')).toBeFocused()

  await refuse('Please <b>call us</b>.')
  await expect(page).toHaveURL(BILLING)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('Please call us.')

  await refuse({ another_form: { anything: ['Not today.'] } })
  await expect(page).toHaveURL(BILLING)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('Not today.')

  await refuse({ customer_form: { zip_code: ['No such zip.'], broker: ['Pick one.'] } })
  await expect(page).toHaveURL(CUSTOMER)
  await expect(complaint(page, 'Zip')).toHaveText('No such zip.')
  await expect(page.getByRole('group', { name: 'How did you hear about us?' })).toContainText('Pick one.')
  await expect(field(page, 'Zip')).toBeFocused()
  await expect(field(page, 'Account password')).toHaveValue(PASSWORD)
  await leavePerson(page)
  await expect(field(page, 'Card number')).toHaveValue('4111-1111-1111-1111')

  await refuse({ sign_up_form: { fsbo_data_feature: [signUpMessages.serviceNotOffered] } })
  await expect(page).toHaveURL(CHOICES)
  await expect(page.getByRole('alert')).toContainText(signUpMessages.serviceNotOffered)
  await expect(page.getByRole('alert')).toBeInViewport()
  await tick(page, /For sale by owner/).uncheck()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await tick(page, /For rent by owner/).check()
  await leaveThird(page)
  await leavePerson(page)

  await refuse({ emails_form: { email: [signUpMessages.emailTaken] } })
  await expect(page).toHaveURL(ACCOUNT)
  await expect(complaint(page, 'Email')).toHaveText(signUpMessages.emailTaken)
  await expect(field(page, 'Email')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(ACCOUNT)
  await next(page).click()
  await expect(field(page, 'State')).toHaveValue('IL')
  await next(page).click()
  await expect(tick(page, /For rent by owner/)).toBeChecked()
  await leaveThird(page)
  await expect(field(page, 'First name')).toHaveValue(person()['First name'] ?? '')

  await answer(page, SAVE, 400, { errors: { another_form: { anything: ['Not today.'] } } })
  await next(page).click()
  await expect(page).toHaveURL(CUSTOMER)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('Not today.')
  await page.unroute(`**${SAVE}`)

  await answer(page, SAVE, 400, { errors: { customer_form: { company: ['Not this one.'] } } })
  await next(page).click()
  await expect(complaint(page, 'Company')).toHaveText('Not this one.')
  await page.unroute(`**${SAVE}`)
  await page.unroute(`**${SUBMIT}`)
  await leavePerson(page)
  await payNow(page).click()
  await expectRegistered(page)
})
