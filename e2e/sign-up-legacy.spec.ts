import * as messages from '#contract/features/sign-up/messages.ts'
import { expectAccessible } from './kit/axe.ts'
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
  fillLegacyCard,
  fillPerson,
  goToLegacyBilling,
  goToThirdStep,
  leavePerson,
  leaveThird,
  payFromThird,
  person,
  subtotal,
  tick,
} from './kit/legacy.ts'
import {
  complaint,
  expectRegistered,
  field,
  fillAll,
  heading,
  next,
  payNow,
  previous,
  SUBMIT,
  step,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

const REQUIRED = 'This field is required'

test('one user walks the five steps and pays [SUP-01, L12-01, L12-02, L3-01, L3-02, L3-05..L3-19, L3-24..L3-28, L3-32, L3-34, L3-35, L4-02..L4-26, L5-02..L5-18, PAY-01, PAY-05, RTE-05]', async ({
  page,
}) => {
  // During the opening animation a dialog does not have its final colors.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sent = watchBodies(page, SUBMIT)
  await open(page, ACCOUNT)
  await expect(heading(page)).toHaveText('Your account')
  await expect(choice(page, 'Single User One login')).toBeChecked()
  await expect(choice(page, 'Multi User More than one login')).not.toBeChecked()
  await expect(choice(page, 'Dialer and Data Account')).toBeChecked()
  await expect(choice(page, 'Dialer Only Account')).not.toBeChecked()
  await expect(choice(page, 'Data Only Account')).not.toBeChecked()
  await expectAccessible(page)
  const email = await fillAccount(page)
  await expect(page).toHaveURL(BUSINESS)
  await expect(field(page, 'Industry')).toHaveValue('Real Estate')
  await expect(field(page, 'Country')).toHaveValue('US')
  await expectAccessible(page)
  await fillBusiness(page)

  await expect(page).toHaveURL(CHOICES)
  await expect(heading(page)).toHaveText('Single User Dialer and Data Account')
  await expect(heading(page)).toBeFocused()
  await expect(choice(page, 'Single Line Dialer')).toBeChecked()
  for (const [name, price] of [
    ['Neighborhood search', 49],
    ['Expired / off-market data Per MLS', 50],
    ['For sale by owner leads Per county', 25],
    ['For rent by owner leads Per county', 25],
    ['Skip tracer Unlimited use. Exports are limited to 3000 records per calendar month', 49],
    ['Pre-foreclosure data Per county', 49],
  ] as const) {
    await expect(tick(page, new RegExp(`^${name}.*\\$${price} / mo$`))).not.toBeChecked()
  }
  for (const text of [
    'Scrubbing against the national Do Not Call list is complimentary.',
    'Some data has export limits.',
    'It is sold by 50-mile radius, and is not available in every MLS.',
    'no coverage in Canada, South Carolina, Montana, Idaho and Kansas.',
  ])
    await expect(step(page)).toContainText(text)
  await expect(subtotal(page)).toHaveText('$99 / mo')
  await expectAccessible(page)

  await next(page).click()
  await expect(dialog(page, 'Error')).toContainText(messages.chooseDataService)
  await dialog(page, 'Error').getByRole('button', { name: 'OK' }).click()
  await choice(page, 'Triple Line Dialer').check()
  await expect(subtotal(page)).toHaveText('$149 / mo')
  await tick(page, /Skip tracer/).click()
  await expect(dialog(page, 'Info')).toContainText('3000 records per calendar month')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Info')).toBeHidden()
  await tick(page, /Skip tracer/).uncheck()
  await tick(page, /Skip tracer/).check()
  await expect(dialog(page, 'Info')).toBeHidden()
  await tick(page, /Expired/).check()
  await expect(subtotal(page)).toHaveText('$248 / mo')
  await expect(page.getByRole('complementary').locator('.plan .line')).toHaveText([
    'Triple line dialer × 1$139 / mo',
    'Agent access × 1$10 / mo',
    'Expired leads$50 / mo',
    'Skip tracer$49 / mo',
    'Total Monthly Cost$248 / mo',
  ])
  expect(await overflowOf(page)).toBe(0)
  await previous(page).click()
  await expect(page).toHaveURL(BUSINESS)
  await next(page).click()
  await leaveThird(page)

  await expect(page).toHaveURL(CUSTOMER)
  await expect(page.getByRole('group', { name: 'How did you hear about us?' })).toBeVisible()
  await expect(field(page, 'State')).toHaveValue('IL')
  await expect(field(page, 'Time zone')).toHaveValue('US/Eastern')
  await expectAccessible(page)
  await fillPerson(page, { 'Office phone (optional)': '3125550149' })
  await page.getByLabel('Other', { exact: true }).check()
  await fillAll(page, { 'Where from?': 'A podcast' })
  expect(await overflowOf(page)).toBe(0)
  await previous(page).click()
  await expect(page).toHaveURL(CHOICES)
  await expect(tick(page, /Expired/)).toBeChecked()
  await leaveThird(page)
  await expect(field(page, 'First name')).toHaveValue('Dana')
  await leavePerson(page)

  await expect(page).toHaveURL(BILLING)
  await expect(page.locator('.due')).toContainText('Charged today$248.00')
  await expect(page.locator('.due')).toContainText('All amounts are in US dollars.')
  await expect(page.getByLabel('Previously entered address')).toHaveCount(0)
  for (const text of ['Recurring billing.', 'Card authorization.', 'Gift cards.', 'Security.'])
    await expect(page.locator('main .notes').last()).toContainText(text)
  await expect(page.locator('main .notes').last()).toContainText('refuse a card several times before')
  await expect(page.locator('main .notes').last()).toContainText('usually cannot be used for recurring')
  await expectAccessible(page)
  await previous(page).click()
  await expect(page).toHaveURL(CUSTOMER)
  await leavePerson(page)
  await fillLegacyCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent).toEqual([
    {
      email,
      accountType: 'single_user',
      dataAndDialerChoice: 'data_and_dialer',
      industry: 'Real Estate',
      market_country: 'US',
      market_state: 'IL',
      mls: 'midwest-real-estate-data',
      hosted_lead_management_count: 1,
      single_line_power_dialer_count: 0,
      triple_line_power_dialer_count: 1,
      call_recording_feature_count: 0,
      mojo_voice_feature_count: 0,
      neighborhood_search_feature: 0,
      fsbo_data_feature: 0,
      frbo_data_feature: 0,
      reverse_lookup_feature: 1,
      expired_data_feature: 1,
      pre_foreclosure_data_feature: 0,
      first_name: 'Dana',
      last_name: 'Whitfield',
      company: 'North Shore Realty',
      mobile_phone: '3125550148',
      phone: '3125550149',
      address: '12 Lake Street',
      city: 'Evanston',
      state: 'IL',
      zip_code: '60201',
      broker: false,
      coach: true,
      friend_colleague: false,
      facebook_ad: false,
      facebook_group: false,
      google_search: false,
      integration_partner: false,
      past_client: false,
      youtube: false,
      other_checkbox: true,
      other: 'A podcast',
      password: person()['Account password'],
      password2: person()['Account password'],
      time_zone: 'US/Eastern',
      first_security_question: '0',
      first_question_answer: 'Peoria',
      second_security_question: '1',
      second_question_answer: 'Barista',
      number: '4111-1111-1111-1111',
      holder: 'Dana Whitfield',
      expiration_date_0: '12',
      expiration_date_1: String(new Date().getUTCFullYear() + 2),
      cvv: '123',
      country_code_alpha2: 'US',
      street_address: '500 Market Street',
      locality: 'Mobile',
      region: 'AL',
      postal_code: '36602',
      terms_and_conditions: true,
      SEONPayload: expect.any(String),
      total: 248,
      idempotency_key: expect.any(String),
    },
  ])
  expect(await page.evaluate(() => sessionStorage.getItem('sign-up-progress'))).toBeNull()
})

test('a team with data alone sees its owner, its users and no dialer [L3-04, L3-20..L3-22, L3-31]', {
  tag: '@wide',
}, async ({ page }) => {
  await goToThirdStep(page, { type: 'Multi User' })
  await expect(heading(page)).toHaveText('Multi User Dialer and Data Account')
  await expect(tick(page, /^Owner CRM access.*\$10 \/ mo$/)).toBeChecked()
  await expect(field(page, 'Additional user access')).toHaveValue('1')
  await expect(step(page)).toContainText('$10 / mo for each user.')
  await expect(subtotal(page)).toHaveText('$109 / mo')
  await field(page, 'Single Line Dialers').selectOption('0')
  await next(page).click()
  await expect(dialog(page, 'Error')).toContainText(messages.chooseDialer)
  await dialog(page, 'Error').getByRole('button', { name: 'OK' }).click()
  await field(page, 'Additional user access').selectOption('4')
  await field(page, 'Triple Line Dialers').selectOption('2')
  await expect(subtotal(page)).toHaveText('$328 / mo')
  await page.goto(ACCOUNT)
  await choice(page, 'Data Only Account').click()
  await dialog(page, 'Warning').getByRole('button', { name: 'Proceed' }).click()
  await next(page).click()
  await next(page).click()
  await expect(heading(page)).toHaveText('Multi User Data Only Account')
  await expect(field(page, 'Triple Line Dialers')).toHaveCount(0)
  await expect(field(page, 'Additional user access')).toHaveValue('1')
  await tick(page, /Pre-foreclosure/).check()
  await payFromThird(page)
})

test('abroad there is no data: the package becomes a dialer, or the country is changed [L3-03, L3-09, L3-12, L3-23, ENT-15]', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, ACCOUNT)
  await fillAccount(page, { pack: 'Data Only Account' })
  await field(page, 'Country').selectOption('CA')
  await expect(page.getByLabel('Multiple listing service')).toHaveCount(0)
  await field(page, 'Province').selectOption('ON')
  await next(page).click()
  const warning = dialog(page, 'Warning')
  await expect(warning).toContainText('Data services are available in the United States only.')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(BUSINESS)
  await field(page, 'Country').selectOption('US')
  await field(page, 'Industry').selectOption('Insurance')
  await expect(page.getByLabel('Multiple listing service')).toHaveCount(0)
  await field(page, 'State').selectOption('IL')
  await next(page).click()
  await expect(heading(page)).toHaveText('Single User Data Only Account')
  await expect(tick(page, /^Hosted lead access.*\$10 \/ mo$/)).toBeChecked()
  await expect(tick(page, /^Hosted lead access/)).toBeDisabled()
  await expect(tick(page, /Expired/)).toHaveCount(0)
  await expect(tick(page, /For rent by owner/)).toBeVisible()
  await previous(page).click()
  await field(page, 'Country').selectOption('CA')
  await field(page, 'Province').selectOption('ON')
  await next(page).click()
  await warning.getByRole('button', { name: 'Proceed' }).click()
  await expect(heading(page)).toHaveText('Single User Dialer Only Account')
  await expect(step(page).getByText('Data services')).toHaveCount(0)
  await leaveThird(page)
  await expect(field(page, 'Province')).toHaveValue('ON')
  await fillPerson(page)
  await leavePerson(page)
  await expect(field(page, 'Country')).toHaveValue('CA')
})

test('step four says what is missing, and Other asks where from [L4-11, L4-27, L4-28, VAL-34]', {
  tag: '@wide',
}, async ({ page }) => {
  await goToThirdStep(page, { pack: 'Dialer Only Account' })
  await leaveThird(page)
  await fillAll(page, person({ 'First name': '', 'Confirm password': 'something else' }))
  await next(page).click()
  await expect(complaint(page, 'First name')).toHaveText(REQUIRED)
  await expect(field(page, 'First name')).toBeFocused()
  await expect(complaint(page, 'Confirm password')).toHaveText('Two password fields don`t match')
  const heard = page.getByRole('group', { name: 'How did you hear about us?' })
  await expect(heard).toContainText('Please, choose at least one option')
  await expectAccessible(page)
  await page.getByLabel('Other', { exact: true }).check()
  await expect(heard.getByText('Please, choose at least one option')).toHaveCount(0)
  await fillAll(page, person())
  await next(page).click()
  await expect(complaint(page, 'Where from?')).toHaveText(REQUIRED)
  await expect(step(page).getByRole('status').first()).toHaveText('Please check one field: Where from?')
  await page.getByLabel('Other', { exact: true }).uncheck()
  await page.getByLabel('I am a previous client').check()
  await leavePerson(page)
})

test('a time zone taken out after billing was seen is asked for, and nothing is lost [L4-29]', {
  tag: '@wide',
}, async ({ page }) => {
  await goToLegacyBilling(page)
  await fillLegacyCard(page)
  await previous(page).click()
  await field(page, 'Time zone').selectOption('')
  await next(page).click()
  await expect(complaint(page, 'Time zone')).toHaveText(REQUIRED)
  await expect(field(page, 'Time zone')).toBeFocused()
  await expect(field(page, 'First name')).toHaveValue('Dana')
  await field(page, 'Time zone').selectOption('US/Pacific')
  await leavePerson(page)
  await expect(field(page, 'Card holder name')).toHaveValue('Dana Whitfield')
  await payNow(page).click()
  await expectRegistered(page)
})
