import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  customer,
  field,
  fillIn,
  fillPasswords,
  form,
  heading,
  openSignUp,
  PASSWORD,
} from '#web/test-kit/sign-up.ts'

const labels = {
  email: 'Email',
  confirmEmail: 'Confirm email',
  full_name: 'Full name',
  company: 'Company',
  mobile_phone: 'Phone number',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zip_code: 'Zip',
  same_billing_address: 'The address above is the same as my billing address',
  industry: 'Industry',
  howDidYouHearAboutUs: 'How did you hear about us?',
  password: 'Account password',
  password2: 'Confirm password',
  first_security_question: 'First security question',
  first_question_answer: 'Answer to the first question',
  second_security_question: 'Second security question',
  second_question_answer: 'Answer to the second question',
}

test('step one has the specified fields, with autocomplete off [NW1-01..NW1-15]', async () => {
  answerSignUp()
  await openSignUp()
  for (const [name, label] of Object.entries(labels))
    await expect.element(field(label)).toHaveAttribute('name', name)
  await expect.element(field(labels.same_billing_address)).not.toBeChecked()
  const inputs = [...form().element().querySelectorAll('input, select')]
  expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual(inputs.map(() => 'off'))
  expect(inputs).toHaveLength(18)
  await expect.element(field('State').getByRole('option').first()).toHaveTextContent('State or province')
  expect(form().getByRole('button').all()).toHaveLength(3)
  await expect.element(button('Next')).toBeEnabled()
})

test('Next on an empty form lists what is missing and focuses the topmost field [PAY-13]', async () => {
  const calls = answerSignUp()
  await openSignUp()
  await button('Next').click()
  for (const [name, label] of Object.entries(labels))
    if (name !== 'same_billing_address')
      await expect.element(field(label)).toHaveAccessibleDescription(/This field is required/)
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Email')).toBeInViewport()
  await expect.element(page.getByText('Please check 17 fields', { exact: true })).toBeVisible()
  expect(calls.lookedUp()).toEqual([])
  await expectAccessible()
})

test('a field is validated on each change', async () => {
  answerSignUp()
  await openSignUp()
  await field('Zip').fill('6060')
  await expect.element(field('Zip')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Zip')).toHaveAccessibleDescription('Enter a valid zip code')
  await field('Zip').fill('60601')
  await expect.element(field('Zip')).not.toHaveAttribute('aria-invalid', 'true')
  await field('Account password').fill('abcdef')
  await field('Confirm password').fill('abcdeg')
  await expect
    .element(field('Confirm password'))
    .toHaveAccessibleDescription('Two password fields don`t match')
  await field('Account password').fill('abcdeg')
  await expect.element(field('Confirm password')).not.toHaveAttribute('aria-invalid', 'true')
})

test('a phone number is formatted as it is typed [VAL-23]', async () => {
  answerSignUp()
  await openSignUp()
  await field('Phone number').click()
  await userEvent.keyboard('312555014899')
  await expect.element(field('Phone number')).toHaveValue('(312) 555-0148')
})

test('copy, paste and cut are blocked only in fields that repeat another', async () => {
  answerSignUp()
  await openSignUp()
  const isBlocked = (label: string, kind: string) =>
    !field(label)
      .element()
      .dispatchEvent(new ClipboardEvent(kind, { bubbles: true, cancelable: true }))
  for (const label of ['Confirm email', 'Confirm password']) {
    await field(label).fill('something')
    for (const kind of ['copy', 'cut', 'paste']) expect(isBlocked(label, kind), kind).toBe(true)
    await expect.element(field(label)).toHaveAccessibleDescription(/Copy, paste and cut are turned off/)
  }
  for (const label of ['Email', 'Full name', 'Account password'])
    expect(isBlocked(label, 'paste'), label).toBe(false)
})

test('the password strength is only a hint: a weak one is accepted [VAL-33]', async () => {
  answerSignUp()
  await openSignUp(customer)
  const password = field('Account password')
  await expect.element(password).toHaveAccessibleDescription(/^At least 6 characters/)
  await password.fill('seven green lamps sing')
  await expect.element(password).toHaveAccessibleDescription('Strong.')
  await password.fill('123456')
  await expect.element(password).toHaveAccessibleDescription(/^Weak/)
  await field('Confirm password').fill('123456')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
})

test('people in Canada are asked for a province and offered a Canadian card first', async () => {
  answerSignUp()
  await openSignUp({ ...customer, state: 'ON', zip_code: 'K1A 0B6' })
  fillPasswords()
  await expect.element(field('Province')).toHaveValue('ON')
  await button('Next').click()
  await expect.element(field('Country')).toHaveValue('CA')
  await expect.element(field('Province')).toHaveValue('')
  expect(field('Province').getByRole('option').all()).toHaveLength(14)
  await expect.element(field('Province').getByRole('option').first()).toHaveTextContent('Province')
  await button('PAY NOW').click()
  await expect.element(form()).toMatchTextContent(/Province: This field is required/)
  await expect.element(form()).not.toMatchTextContent(/State:/)
  await button('Previous').click()
  await field('Province').selectOptions('IL')
  await expect.element(field('State')).toHaveValue('IL')
})

test('both steps can be completed by keyboard alone', async () => {
  answerSignUp()
  await openSignUp()
  await walk(
    {
      ...Object.fromEntries(Object.entries(labels).map(([name, label]) => [label, textOf(name)])),
      'Account password': PASSWORD,
      'Confirm password': PASSWORD,
    },
    'Next',
  )
  await expect.element(heading()).toHaveTextContent('Billing')
  await expect.element(heading()).toHaveFocus()
  const card = {
    'Card number': '4111111111111111',
    'Card holder name': 'Dana Whitfield',
    'Expiration month': '12',
    'Expiration year': '2028',
    CVV: '123',
    'Billing address': '500 Market Street',
    City: 'Mobile',
    Zip: '36602',
  }
  await walk(card, 'PAY NOW')
  await expect.poll(() => left).toEqual(['/login/?status=registered'])
})

function textOf(name: string): string {
  return customer[name as keyof typeof customer] ?? ''
}

/** Moves by Tab: fills in texts, chooses options by arrow key, ticks the terms, presses the button. */
async function walk(texts: Record<string, string>, last: string) {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement as HTMLInputElement
    const label = focused.labels?.[0]?.textContent ?? focused.textContent ?? ''
    if (focused.tagName === 'BUTTON' && label === last) return userEvent.keyboard('{Enter}')
    const text = texts[label]
    if (focused.tagName === 'SELECT' && text !== undefined) await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    else if (focused.type === 'checkbox') {
      if (label.includes('terms and conditions')) await userEvent.keyboard(' ')
    } else if (focused.tagName === 'INPUT' && text !== undefined) fillIn({ [label]: text })
  }
  throw new Error(`${last} was never reached`)
}
