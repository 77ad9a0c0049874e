import { expectAccessible } from './kit/axe.ts'
import {
  APPROVED,
  card,
  complaint,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  next,
  payNow,
  previous,
  SAVE,
  STEP_1,
  STEP_2,
  sameHere,
  sameThere,
  step,
  terms,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

const REQUIRED = 'This field is required'
const long = (length: number) => 'x'.repeat(length)
const address = ['Billing address', 'City', 'State', 'Zip']

test('step two asks for the card, the billing address and the terms [NW2-01, NW2-04, NW2-06, ENT-27]', async ({
  page,
}) => {
  await goToBilling(page)
  const names: Record<string, string> = {
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
    await expect(field(page, label)).toHaveAttribute('name', name)
  await expect(sameThere(page)).toHaveAttribute('name', 'same_billing_address')
  await expect(terms(page)).toHaveAttribute('name', 'terms_and_conditions')
  await expect(terms(page)).not.toBeChecked()
  await expect(
    step(page).locator('input:not([autocomplete=off]), select:not([autocomplete=off])'),
  ).toHaveCount(0)
  await expect(field(page, 'Country')).toHaveValue('US')
  await expect(field(page, 'State').locator('option:checked')).toHaveText('Alabama')
  await expect(payNow(page)).toBeEnabled()
  await expect(page.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute('href', /\/terms\//)
  await expectAccessible(page)
})

test('months are 1 to 12, years fifteen from this one, countries the list of the server [VAL-46, VAL-47, VAL-48]', async ({
  page,
  request,
}) => {
  await goToBilling(page)
  const valuesOf = (label: string) =>
    field(page, label)
      .locator('option:not([value=""])')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const year = new Date().getUTCFullYear()
  expect(await valuesOf('Expiration month')).toEqual(Array.from({ length: 12 }, (_, at) => String(at + 1)))
  expect(await valuesOf('Expiration year')).toEqual(Array.from({ length: 15 }, (_, at) => String(year + at)))
  const { countries } = await (await request.get('/rest/auth/get-signup-context/')).json()
  expect(await valuesOf('Country')).toEqual(countries.map(({ value }: { value: string }) => value))
})

test('it says what is charged today and later, how to stop it, and what else is to be known [NW2-07, NW2-08, SUP-40]', async ({
  page,
}) => {
  await goToBilling(page)
  const due = page.locator('.due')
  await expect(due).toContainText('Charged today$397.00')
  await expect(due).toContainText('All amounts are in US dollars.')
  await expect(due).toContainText(/Then every month, from [A-Z][a-z]+ \d{1,2}, \d{4}\$397\.00/)
  await expect(due).toContainText(/To avoid the next charge, cancel in your account by [A-Z][a-z]+ \d/)
  for (const badge of [
    'Encrypted connection',
    'Your card number is never stored here',
    'Cancel online anytime',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: badge })).toBeVisible()
  for (const note of ['Recurring billing.', 'Card authorization.', 'Security.', 'Gift cards.'])
    await expect(page.locator('.notes').getByText(note, { exact: true })).toBeVisible()
})

const rules: Record<string, [id: string, refused: [string, string][], taken: string[]]> = {
  'Card number': [
    'VAL-37',
    [
      ['', REQUIRED],
      ['41111111111', 'Minimum 14 characters required'],
    ],
    [APPROVED],
  ],
  'Card holder name': [
    'VAL-39',
    [
      [' ', REQUIRED],
      [long(61), 'Maximum 60 characters required'],
    ],
    [long(60)],
  ],
  CVV: [
    'VAL-40',
    [
      ['', REQUIRED],
      ['12', 'Minimum 3 characters required'],
      ['12345', 'Maximum 4 characters required'],
    ],
    ['123', '1234'],
  ],
  'Billing address': [
    'VAL-41',
    [
      ['', REQUIRED],
      [long(61), 'Maximum 60 characters required'],
    ],
    [long(60)],
  ],
  City: [
    'VAL-42',
    [
      ['', REQUIRED],
      [long(61), 'Maximum 60 characters required'],
    ],
    [long(60)],
  ],
  State: ['VAL-43', [['', REQUIRED]], ['AL']],
  Zip: [
    'VAL-44',
    [
      ['', REQUIRED],
      ['3660', 'Enter a valid zip code'],
      ['9'.repeat(33), 'Maximum 32 characters required'],
    ],
    ['36602', '36602-0001', 'K1A 0B6'],
  ],
}
test('each field of step two is judged at its edges [VAL-37, VAL-39..VAL-44]', async ({ page }) => {
  await goToBilling(page)
  for (const [label, [, refused, taken]] of Object.entries(rules)) {
    for (const [value, words] of refused) {
      await fillAll(page, { [label]: taken[0] ?? '' })
      await fillAll(page, { [label]: value })
      await expect(complaint(page, label)).toHaveText(words)
    }
    for (const value of taken) {
      await fillAll(page, { [label]: value })
      await expect(complaint(page, label)).toHaveCount(0)
    }
  }
})

test('PAY NOW on an empty form says what is missing, the terms among it [VAL-45]', async ({ page }) => {
  await goToBilling(page)
  await payNow(page).click()
  await expect(step(page).locator('.err').last()).toHaveText('Please accept terms and conditions.')
  await expect(field(page, 'Card number')).toBeFocused()
  await expectAccessible(page)
  await terms(page).check()
  await expect(page.locator('.check.bad')).toHaveCount(0)
})

test('a card number has dashes and a brand, and a hint when it cannot be right [VAL-38]', async ({
  page,
}) => {
  await goToBilling(page)
  const number = field(page, 'Card number')
  await number.pressSequentially('4111 1111 1111 1112')
  await expect(number).toHaveValue('4111-1111-1111-1112')
  await expect(page.locator('.card-brand')).toHaveText('Visa')
  await expect(number).toHaveAccessibleDescription(/One of the digits seems to be wrong/)
  await expect(complaint(page, 'Card number')).toHaveCount(0)
  await number.fill('')
  await number.pressSequentially('378282246310005')
  await expect(number).toHaveValue('3782-822463-10005')
  await expect(page.locator('.card-brand')).toHaveText('Amex')
  await expect(number).toHaveAccessibleDescription('')
})

test('another country has other regions, under their own name', async ({ page }) => {
  await goToBilling(page)
  await expect(field(page, 'State')).toHaveValue('AL')
  await field(page, 'Country').selectOption('CA')
  await expect(field(page, 'Province')).toHaveValue('')
  await field(page, 'Province').selectOption('ON')
  await field(page, 'Country').selectOption('US')
  await expect(field(page, 'State')).toHaveValue('AL')
})

test('who lives in Canada is first asked for a Canadian card', async ({ page }) => {
  await goToBilling(page, { State: 'ON', Zip: 'K1A 0B6' })
  await expect(field(page, 'Country')).toHaveValue('CA')
  await expect(field(page, 'Province')).toHaveValue('')
})

test('the tick for the same address is one on both steps, and hides the address [NW1-15, NW2-02, NW2-03]', async ({
  page,
}) => {
  await goToBilling(page)
  await expect(sameThere(page)).not.toBeChecked()
  for (const label of address) await expect(field(page, label)).toBeVisible()
  await sameThere(page).check()
  for (const label of address) await expect(field(page, label)).toHaveCount(0)
  await previous(page).click()
  await expect(sameHere(page)).toBeChecked()
  await sameHere(page).uncheck()
  await next(page).click()
  await expect(sameThere(page)).not.toBeChecked()
  for (const label of address) await expect(field(page, label)).toBeVisible()
})

test('Previous keeps the query and all that was typed on both steps [NW2-05]', async ({ page }) => {
  const person = await goToBilling(page)
  await fillCard(page)
  await previous(page).click()
  await expect(page).toHaveURL(STEP_1)
  await expect(heading(page)).toBeFocused()
  await expect(field(page, 'Email')).toHaveValue(person.Email ?? '')
  await expect(field(page, 'Confirm password')).toHaveValue(person['Confirm password'] ?? '')
  await next(page).click()
  await expect(page).toHaveURL(STEP_2)
  for (const [label, text] of Object.entries(card())) await expect(field(page, label)).toHaveValue(text)
  await expect(terms(page)).toBeChecked()
})

test('Back and Forward walk the steps, but not past a step one that has changed since', async ({ page }) => {
  await goToBilling(page)
  const saved = watchBodies(page, SAVE)
  await page.goBack()
  await expect(heading(page)).toHaveText('Customer information')
  await page.goForward()
  await expect(page).toHaveURL(STEP_2)
  await expect(heading(page)).toHaveText('Billing')
  await page.goBack()
  await fillAll(page, { 'Full name': 'Robin Sato' })
  await page.goForward()
  await expect(page).toHaveURL(STEP_1)
  await expect(heading(page)).toHaveText('Customer information')
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  expect(saved).toMatchObject([{ full_name: 'Robin Sato' }])
})
