import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, NOW } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  field,
  fillCard,
  fillIn,
  form,
  heading,
  openBilling,
  openLegacyBilling,
  PASSWORD,
  payNow,
} from '#web/test-kit/sign-up.ts'

const DAY_MS = 86_400_000
const address = ['Billing address', 'City', 'State', 'Zip']
const terms = () => page.getByLabelText('I have read and accept the terms and conditions')
const sameHere = () => page.getByLabelText('The address above is the same as my billing address')
const sameThere = () => page.getByLabelText('Previously entered address is same as billing address')

test('step two asks for the card, the billing address and the terms [NW2-01, NW2-04, NW2-06, ENT-27]', async () => {
  answerSignUp()
  await openBilling()
  const names = {
    'Card number': 'number',
    'Card holder name': 'holder',
    'Expiration month': 'expiration_date_0',
    'Expiration year': 'expiration_date_1',
    CVV: 'cvv',
    Country: 'country_code_alpha2',
    'Billing address': 'street_address',
    City: 'locality',
    State: 'region',
    Zip: 'postal_code',
  }
  for (const [label, name] of Object.entries(names))
    expect(field(label).element().getAttribute('name')).toBe(name)
  expect(sameThere().element().getAttribute('name')).toBe('same_billing_address')
  expect(terms().element().getAttribute('name')).toBe('terms_and_conditions')
  await expect.element(terms()).not.toBeChecked()
  const inputs = [...form().element().querySelectorAll('input, select')]
  expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual(inputs.map(() => 'off'))
  await expect.element(field('Country')).toHaveValue('US')
  await expect.element(field('State')).toHaveDisplayValue('Alabama')
  await expect.element(payNow()).toBeEnabled()
  const link = page.getByRole('link', { name: 'terms and conditions' })
  await expect.element(link).toHaveAttribute('href', 'https://ringwell.example/terms/')
  await expectAccessible()
})

test('shows what is charged today and later, and how to stop it [NW2-07, NW2-08, SUP-40]', async () => {
  answerSignUp()
  await openBilling()
  const due = document.querySelector('.due')?.textContent
  expect(due).toContain('Charged today$397.00')
  expect(due).toContain('Then every month, from April 18, 2026$397.00')
  expect(due).toContain('All amounts are in US dollars.')
  expect(due).toContain('To avoid the next charge, cancel in your account by April 17, 2026')
  for (const badge of [
    'Encrypted connection',
    'Your card number is never stored here',
    'Cancel online anytime',
  ])
    await expect.element(page.getByRole('listitem').filter({ hasText: badge })).toBeVisible()
  for (const note of ['Recurring billing.', 'Card authorization.', 'Security.', 'Gift cards.'])
    await expect.element(page.getByText(note, { exact: true })).toBeVisible()
})

test('PAY NOW on an empty form lists what is missing, including the terms [VAL-45]', async () => {
  const calls = answerSignUp()
  await openBilling()
  await payNow().click()
  await expect.element(page.getByText('Please check 9 fields', { exact: true })).toBeVisible()
  await expect.element(terms()).toHaveAccessibleDescription('Please accept terms and conditions.')
  await expect.element(field('Card number')).toHaveFocus()
  await expectAccessible()
  await terms().click()
  await expect.element(terms()).not.toHaveAttribute('aria-invalid', 'true')
  expect(calls.submitted()).toEqual([])
})

test('a card number gets dashes, a brand, and a hint if it looks mistyped [VAL-38]', async () => {
  answerSignUp()
  await openBilling()
  const number = field('Card number')
  const brand = () => document.querySelector('.card-brand')?.textContent
  await number.fill('4111 1111 1111 1112')
  await expect.element(number).toHaveValue('4111-1111-1111-1112')
  expect(brand()).toBe('Visa')
  await expect.element(number).toHaveAccessibleDescription(/One of the digits seems to be wrong/)
  await expect.element(number).not.toHaveAttribute('aria-invalid', 'true')
  await number.fill('378282246310005')
  await expect.element(number).toHaveValue('3782-822463-10005')
  expect(brand()).toBe('Amex')
  await expect.element(number).toHaveAccessibleDescription('')
})

test('another country has its own regions and label', async () => {
  answerSignUp()
  await openBilling()
  await field('Country').selectOptions('CA')
  await expect.element(field('Province')).toHaveValue('')
  await field('Province').selectOptions('ON')
  await field('Country').selectOptions('US')
  await expect.element(field('State')).toHaveValue('AL')
})

test('the same-address checkbox is shared by both steps and hides the address [NW1-15, NW2-02, NW2-03]', async () => {
  answerSignUp()
  await openBilling()
  await expect.element(sameThere()).not.toBeChecked()
  for (const label of address) await expect.element(field(label)).toBeVisible()
  await sameThere().click()
  for (const label of address) await expect.element(field(label)).not.toBeInTheDocument()
  await button('Previous').click()
  await expect.element(sameHere()).toBeChecked()
  await sameHere().click()
  await button('Next').click()
  await expect.element(sameThere()).not.toBeChecked()
  for (const label of address) await expect.element(field(label)).toBeVisible()
})

test('Previous keeps the query and all input of both steps; each step has its title [NW2-05]', async () => {
  answerSignUp()
  await openBilling()
  const { search } = location
  await expect.poll(() => document.title).toBe('Billing, step 2 of 2 · Sign up · Ringwell')
  fillCard()
  await button('Previous').click()
  await expect.element(heading()).toHaveTextContent('Customer information')
  await expect.element(heading()).toHaveFocus()
  expect(location.pathname + location.search).toBe(`/sign-up/step-1${search}`)
  await expect.poll(() => document.title).toBe('Customer information, step 1 of 2 · Sign up · Ringwell')
  await expect.element(field('Full name')).toHaveValue('Dana Whitfield Moore')
  await expect.element(field('Confirm password')).toHaveValue(PASSWORD)
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  expect(location.pathname + location.search).toBe(`/sign-up/step-2${search}`)
  await expect.element(field('Card number')).toHaveValue('4111-1111-1111-1111')
  await expect.element(field('Expiration year')).toHaveValue('2028')
  await expect.element(field('City')).toHaveValue('Mobile')
  await expect.element(terms()).toBeChecked()
})

test('Next after a change saves the sign-up again', async () => {
  const calls = answerSignUp()
  await openBilling()
  await button('Previous').click()
  fillIn({ 'Full name': 'Robin Sato' })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  expect(calls.saved()).toMatchObject([{ full_name: 'Dana Whitfield Moore' }, { full_name: 'Robin Sato' }])
})

test.each([
  ['new', openBilling],
  ['legacy', openLegacyBilling],
])("the %s wizard left open for days shows today's dates", async (_, goToPayment) => {
  setClock(0)
  answerSignUp()
  await goToPayment()
  await expectNextCharge('April 18, 2026')
  vi.setSystemTime(Date.parse(NOW) + DAY_MS)
  document.dispatchEvent(new Event('visibilitychange'))
  await expectNextCharge('April 19, 2026')
  vi.setSystemTime(Date.parse(NOW) + 2 * DAY_MS)
  vi.advanceTimersByTime(60_000)
  await expectNextCharge('April 20, 2026')
  vi.setSystemTime(Date.parse(NOW) + 3 * DAY_MS)
  await button('Previous').click()
  if (document.querySelector<HTMLInputElement>('[name=password]')?.value === '')
    fillIn({ 'Account password': PASSWORD, 'Confirm password': PASSWORD })
  await button('Next').click()
  await expectNextCharge('April 21, 2026')
})

test('a clock that is weeks off does not change the dates', async () => {
  setClock(40)
  answerSignUp()
  await openBilling()
  await expectNextCharge('April 18, 2026')
})

/** Sets the visitor's clock this many days ahead of the server's. The page came from the network. */
function setClock(daysAhead: number) {
  const now = Date.parse(NOW) + daysAhead * DAY_MS
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now })
  onTestFinished(() => void vi.useRealTimers())
  const fetched = [{ transferSize: 900 }] as unknown as PerformanceEntryList
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(fetched)
}

async function expectNextCharge(day: string) {
  await expect.element(page.getByText(`Then every month, from ${day}`, { exact: true })).toBeVisible()
}
