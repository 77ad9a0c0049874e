import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startingPlan } from '#contract/features/sign-up/legacy-choices.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { type AccountType, accountTypes, type Package, packages } from '#contract/features/sign-up/options.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  dialog,
  field,
  fillCard,
  fillIn,
  fillPasswords,
  form,
  heading,
  openLegacy,
  openLegacyBilling,
  payNow,
  person,
} from '#web/test-kit/sign-up.ts'

const REQUIRED = 'This field is required'
const choice = (name: string) => page.getByRole('radio', { name, exact: true })
const tick = (name: RegExp) => page.getByRole('checkbox', { name })
const subtotal = () => document.querySelector('.sign-up-subtotal output')?.textContent
const chosen = (accountType: AccountType, dataAndDialerChoice: Package) => ({
  accountType,
  dataAndDialerChoice,
  quantities: startingPlan(accountType, dataAndDialerChoice),
})

test('step one offers two account types and three packages [L12-01, L12-02]', async () => {
  answerSignUp()
  await openLegacy()
  await expect.element(heading()).toHaveTextContent('Your account')
  await expect.element(choice('Single User One login')).toBeChecked()
  await expect.element(choice('Multi User More than one login')).not.toBeChecked()
  await expect.element(page.getByRole('radio', { name: /^Dialer and Data Account/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /^Dialer Only Account/ })).not.toBeChecked()
  await expect.element(page.getByRole('radio', { name: /^Data Only Account/ })).not.toBeChecked()
  await expectAccessible()
})

test('step three offers each data service with its price and its limits [L3-05..L3-19, L3-24..L3-28, L3-34, L3-35]', async () => {
  answerSignUp()
  await openLegacy({ step: 3 })
  await expect.element(heading()).toHaveTextContent('Single User Dialer and Data Account')
  for (const [name, price] of [
    ['Neighborhood search', 49],
    ['Expired / off-market data Per MLS', 50],
    ['For sale by owner leads Per county', 25],
    ['For rent by owner leads Per county', 25],
    ['Skip tracer Unlimited use. Exports are limited to 3000 records per calendar month', 49],
    ['Pre-foreclosure data Per county', 49],
  ] as const) {
    await expect.element(tick(new RegExp(`^${name}.*\\$${price} / mo$`))).not.toBeChecked()
  }
  for (const text of [
    'Scrubbing against the national Do Not Call list is complimentary.',
    'Some data has export limits.',
    'It is sold by 50-mile radius, and is not available in every MLS.',
    'no coverage in Canada, South Carolina, Montana, Idaho and Kansas.',
  ])
    await expect.element(form()).toMatchTextContent(text)
  expect(subtotal()).toBe('$99 / mo')
  await expectAccessible()
  await page.getByRole('radio', { name: /^Triple Line Dialer/ }).click()
  expect(subtotal()).toBe('$149 / mo')
  await tick(/Skip tracer/).click()
  await expect
    .element(dialog('Info'))
    .toMatchTextContent(
      'Skip tracing is unlimited inside Ringwell. Exports are limited to 3000 records per calendar month',
    )
  await expectAccessible()
})

test('a data package without data, or a team without a dialer, shows an Error [L3-31, L3-32]', async () => {
  answerSignUp()
  await openLegacy({ step: 3, choices: chosen('multi_user', 'data_and_dialer') })
  await field('Single Line Dialers').selectOptions('0')
  await button('Next').click()
  await expect.element(dialog('Error')).toMatchTextContent(messages.chooseDialer)
  await dialog('Error').getByRole('button', { name: 'OK' }).click()
  await field('Triple Line Dialers').selectOptions('1')
  await button('Next').click()
  await expect.element(dialog('Error')).toMatchTextContent(messages.chooseDataService)
  await expectAccessible()
})

test('a team sees its owner, its users and their price [L3-04, L3-20..L3-22]', async () => {
  answerSignUp()
  await openLegacy({ step: 3, choices: chosen('multi_user', 'data_and_dialer') })
  await expect.element(tick(/^Owner CRM access.*\$10 \/ mo$/)).toBeChecked()
  await expect.element(field('Additional user access')).toHaveValue('1')
  await expect.element(form()).toMatchTextContent('$10 / mo for each user.')
  expect(subtotal()).toBe('$109 / mo')
  await field('Additional user access').selectOptions('4')
  await field('Triple Line Dialers').selectOptions('2')
  await expect.poll(subtotal).toBe('$417 / mo')
})

test('data alone has no dialer, and access to its leads cannot be removed [L3-03, L3-23]', async () => {
  answerSignUp()
  await openLegacy({ step: 3, choices: chosen('single_user', 'data') })
  await expect.element(tick(/^Hosted lead access.*\$10 \/ mo$/)).toBeChecked()
  await expect.element(tick(/^Hosted lead access/)).toBeDisabled()
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
})

const sold = {
  data_and_dialer: {
    single_user: 'dialer and data',
    multi_user: 'users, dialers and data',
    licences: 'licenses, add-ons and data',
  },
  dialer: { single_user: 'dialer', multi_user: 'users and dialers', licences: 'licenses and add-ons' },
  data: { single_user: 'data', multi_user: 'users and data', licences: 'licenses and data' },
} as const
/** With the dialer that is preselected, and one kind of leads where there is data. */
const totals = {
  data_and_dialer: { single_user: '$124 / mo', multi_user: '$134 / mo' },
  dialer: { single_user: '$99 / mo', multi_user: '$109 / mo' },
  data: { single_user: '$35 / mo', multi_user: '$45 / mo' },
} as const

test.each(
  accountTypes.flatMap((type) => (Object.keys(packages) as Package[]).map((pack) => [type, pack] as const)),
)(
  '%s with %s: both variants of step three name what is sold, at the same price [L3-01, L3-02]',
  async (type, pack) => {
    answerSignUp()
    await openLegacy({ step: 3, choices: chosen(type, pack) })
    const name = `${type === 'single_user' ? 'Single' : 'Multi'} User ${packages[pack]}`
    await expect.element(heading()).toHaveTextContent(name)
    await expect.element(page.getByRole('form', { name: packages[pack] })).toBeVisible()
    await expect.element(page.getByText(`Choose your ${sold[pack][type]}.`, { exact: false })).toBeVisible()
    if (pack !== 'dialer') await tick(/For sale by owner/).click()
    await expect.poll(subtotal).toBe(totals[pack][type])
    const link = page.getByRole('link', { name: /instead$/ })
    const addOns = pack === 'data' ? '' : ' and add-ons'
    await expect.element(link).toHaveTextContent(`Choose licenses${addOns} instead`)
    await link.click()
    await expect
      .element(page.getByText(`Choose your ${sold[pack].licences}.`, { exact: false }))
      .toBeVisible()
    await expect.element(heading()).toHaveTextContent(name)
    await expect.poll(subtotal).toBe(totals[pack][type])
    expect(document.body.textContent).not.toMatch(/licence/i)
  },
)

test('step four lists what is missing, and Other asks for details [L4-11, L4-27, L4-28, VAL-34]', async () => {
  answerSignUp()
  await openLegacy({ step: 4, customer: { ...person, first_name: '', coach: 'false' } })
  fillPasswords()
  fillIn({ 'Confirm password': 'something else' })
  await button('Next').click()
  await expect.element(field('First name')).toHaveAccessibleDescription(REQUIRED)
  await expect.element(field('First name')).toHaveFocus()
  await expect
    .element(field('Confirm password'))
    .toHaveAccessibleDescription('Two password fields don`t match')
  const heard = page.getByRole('group', { name: 'How did you hear about us?' })
  await expect.element(heard).toMatchTextContent(messages.chooseAtLeastOne)
  await expectAccessible()
  await form().getByLabelText('Other', { exact: true }).click()
  await expect.element(heard).not.toMatchTextContent(messages.chooseAtLeastOne)
  fillPasswords()
  fillIn({ 'First name': 'Dana' })
  await button('Next').click()
  await expect.element(field('Where from?')).toHaveAccessibleDescription(REQUIRED)
  await expect
    .element(form().getByRole('status').first())
    .toHaveTextContent('Please check one field: Where from?')
  await form().getByLabelText('Other', { exact: true }).click()
  await form().getByLabelText('I am a previous client').click()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
})

test('a time zone removed after the card step is requested again, and nothing is lost [L4-29]', async () => {
  const calls = answerSignUp()
  await openLegacyBilling()
  fillCard()
  await button('Previous').click()
  await field('Time zone').selectOptions('')
  await button('Next').click()
  await expect.element(field('Time zone')).toHaveAccessibleDescription(REQUIRED)
  await expect.element(field('Time zone')).toHaveFocus()
  await expect.element(field('First name')).toHaveValue('Dana')
  await field('Time zone').selectOptions('US/Pacific')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  await expect.element(field('Card holder name')).toHaveValue('Dana Whitfield')
  await payNow().click()
  await expect.poll(calls.submitted).toMatchObject([{ time_zone: 'US/Pacific' }])
})

test('step five names the amount and the conditions, and always asks for the address [L5-02..L5-18]', async () => {
  answerSignUp()
  await openLegacyBilling()
  const due = document.querySelector('.due')?.textContent
  expect(due).toContain('Charged today$124.00')
  expect(due).toContain('All amounts are in US dollars.')
  await expect.element(field('Billing address')).toBeVisible()
  await expect.element(page.getByLabelText(/^Previously entered address/)).not.toBeInTheDocument()
  for (const text of [
    'Recurring billing.',
    'Card authorization.',
    'Gift cards.',
    'Security.',
    'refuse a card several times before',
    'usually cannot be used for recurring',
  ])
    await expect.element(page.getByRole('main')).toMatchTextContent(text)
  await expectAccessible()
})
