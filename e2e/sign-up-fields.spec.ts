import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { complaint, customer, field, fillAll, next, STEP_1, sameHere, step } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const REQUIRED = 'This field is required'
const long = (length: number) => 'x'.repeat(length)
const optionsOf = (page: Page, label: string) => field(page, label).locator('option')

test('step one asks for what the specification lists, with autocomplete off [NW1-01..NW1-15]', async ({
  page,
}) => {
  await open(page, STEP_1)
  const names: Record<string, string> = {
    Email: 'email',
    'Confirm email': 'confirmEmail',
    'Full name': 'full_name',
    Company: 'company',
    'Phone number': 'mobile_phone',
    'Street address': 'address',
    City: 'city',
    State: 'state',
    Zip: 'zip_code',
    Industry: 'industry',
    'How did you hear about us?': 'howDidYouHearAboutUs',
    'Account password': 'password',
    'Confirm password': 'password2',
    'First security question': 'first_security_question',
    'Answer to the first question': 'first_question_answer',
    'Second security question': 'second_security_question',
    'Answer to the second question': 'second_question_answer',
  }
  for (const [label, name] of Object.entries(names))
    await expect(field(page, label)).toHaveAttribute('name', name)
  await expect(sameHere(page)).toHaveAttribute('name', 'same_billing_address')
  await expect(sameHere(page)).not.toBeChecked()
  await expect(step(page).locator('input, select')).toHaveCount(18)
  await expect(
    step(page).locator('input:not([autocomplete=off]), select:not([autocomplete=off])'),
  ).toHaveCount(0)
  await expect(step(page).getByRole('button', { name: 'Next' })).toHaveCount(1)
  await expectAccessible(page)
})

test('the lists of step one hold what the specification lists [NW1-31, ENT-25, ENT-26]', async ({ page }) => {
  await open(page, STEP_1)
  await expect(optionsOf(page, 'Industry')).toHaveText([
    'Choose one',
    'Real Estate',
    'Real Estate Investor',
    'Insurance',
    'Financial Services',
    'Mortgage',
    'Advertising/Marketing',
    'Other',
  ])
  await expect(optionsOf(page, 'How did you hear about us?')).toHaveText([
    'Choose one',
    'Broker',
    'Coach',
    'Friend/Colleague',
    'Facebook Ad',
    'Facebook Group',
    'Google Search',
    'Integration Partner',
    'I am a previous client',
    'Youtube',
    'Other',
  ])
  expect(await listOf(page, 'First security question')).toEqual({
    0: 'In what city were you born?',
    1: 'What is your favorite sports team?',
    2: "What is your best friend's first name?",
  })
  expect(await listOf(page, 'Second security question')).toEqual({
    0: "What is your mother's maiden name?",
    1: 'What was your first job?',
    2: 'What high school did you attend?',
    3: 'In what year were you married?',
  })
  await expect(field(page, 'State').locator('option[value=AL]')).toHaveText('Alabama')
})

test('Next on an empty form says what is missing, and points at the topmost field [VAL-31, VAL-32, VAL-35]', async ({
  page,
}) => {
  await open(page, STEP_1)
  await next(page).click()
  for (const label of Object.keys(customer())) await expect(complaint(page, label)).toHaveText(REQUIRED)
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toBeInViewport()
  await expect(page).toHaveURL(STEP_1)
  await expectAccessible(page)
})

/** For each label: the refused values with their messages, then the accepted ones. */
const rules: Record<string, [id: string, refused: [string, string][], taken: string[]]> = {
  'Full name': [
    'VAL-20',
    [
      ['  ', REQUIRED],
      [long(60), 'Maximum 59 characters required'],
    ],
    [long(59)],
  ],
  Company: [
    'VAL-21',
    [
      ['', REQUIRED],
      [long(256), 'Maximum 255 characters required'],
    ],
    [long(255)],
  ],
  'Phone number': [
    'VAL-22',
    [
      ['', REQUIRED],
      ['312555014', 'Minimum 10 characters required'],
      ['5555555555', 'This phone is prohibited'],
      ['1234567890', 'This phone is prohibited'],
      ['3125551212', 'This phone is prohibited'],
    ],
    ['3125550148'],
  ],
  'Street address': [
    'VAL-25',
    [
      [' ', REQUIRED],
      [long(61), 'Maximum 60 characters required'],
    ],
    [long(60)],
  ],
  City: [
    'VAL-26',
    [
      ['', REQUIRED],
      [long(61), 'Maximum 60 characters required'],
    ],
    [long(60)],
  ],
  State: ['VAL-27', [['', REQUIRED]], ['IL']],
  Zip: [
    'VAL-28',
    [
      ['', REQUIRED],
      ['6060', 'Enter a valid zip code'],
      ['9'.repeat(60), 'Enter a valid zip code'],
      ['9'.repeat(61), 'Maximum 60 characters required'],
    ],
    ['60201', '60201-1234', 'K1A0B6', 'K1A 0B6'],
  ],
  Email: [
    'VAL-29',
    [
      ['', REQUIRED],
      ['dana@', 'Enter a valid email address'],
      [`${'a'.repeat(48)}@example.com`, 'Maximum 59 characters required'],
    ],
    [`${'a'.repeat(47)}@example.com`],
  ],
  'Account password': [
    'VAL-33',
    [
      ['', REQUIRED],
      ['12345', 'Minimum 6 characters required'],
      [long(121), 'Maximum 120 characters required'],
    ],
    ['123456', long(120)],
  ],
  'Confirm password': [
    'VAL-33',
    [
      ['12345', 'Minimum 6 characters required'],
      [long(121), 'Maximum 120 characters required'],
    ],
    [],
  ],
  'Answer to the first question': [
    'VAL-36',
    [
      ['', REQUIRED],
      [long(256), 'Maximum 255 characters required'],
    ],
    [long(255)],
  ],
  'Answer to the second question': [
    'VAL-36',
    [
      ['', REQUIRED],
      [long(256), 'Maximum 255 characters required'],
    ],
    [long(255)],
  ],
}
for (const [label, [id, refused, taken]] of Object.entries(rules)) {
  test(`${label} is judged on each change, at its edges [${id}]`, async ({ page }) => {
    await open(page, STEP_1)
    await next(page).click()
    for (const [value, text] of refused) {
      await fillAll(page, { [label]: value })
      await expect(complaint(page, label)).toHaveText(text)
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    }
    for (const value of taken) {
      await fillAll(page, { [label]: value })
      await expect(complaint(page, label)).toHaveCount(0)
    }
  })
}

async function listOf(page: Page, label: string) {
  const pairs = await optionsOf(page, label).evaluateAll((options) =>
    options.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
  )
  return Object.fromEntries(pairs.filter(([value]) => value !== ''))
}
