import type { Page } from '@playwright/test'
import {
  complaint,
  customer,
  field,
  fillAll,
  heading,
  newEmail,
  next,
  STEP_1,
  STEP_2,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

test('the second email and the second password must equal the first [VAL-30, VAL-34]', async ({ page }) => {
  await open(page, STEP_1)
  const email = newEmail()
  await fillAll(page, { Email: email, 'Confirm email': 'dana@' })
  await expect(complaint(page, 'Confirm email')).toHaveText('Enter a valid email address')
  await fillAll(page, { 'Confirm email': `x${email}` })
  await expect(complaint(page, 'Confirm email')).toHaveText('Your email and confirmation email do not match.')
  await fillAll(page, { 'Confirm email': email, 'Account password': 'abcdef', 'Confirm password': 'abcdeg' })
  await expect(complaint(page, 'Confirm email')).toHaveCount(0)
  await expect(complaint(page, 'Confirm password')).toHaveText('Two password fields don`t match')
  await fillAll(page, { 'Account password': 'abcdeg' })
  await expect(complaint(page, 'Confirm password')).toHaveCount(0)
})

test('a phone number takes its form while it is typed [VAL-23]', async ({ page }) => {
  await open(page, STEP_1)
  await field(page, 'Phone number').pressSequentially('312555014899')
  await expect(field(page, 'Phone number')).toHaveValue('(312) 555-0148')
})

test('copy, paste and cut are blocked in the two fields that are typed twice, and only there', async ({
  page,
}) => {
  await open(page, STEP_1)
  for (const label of ['Confirm email', 'Confirm password']) {
    await fillAll(page, { [label]: 'something' })
    for (const kind of ['copy', 'cut', 'paste']) expect(await isBlocked(page, label, kind)).toBe(true)
    await expect(field(page, label)).toHaveAccessibleDescription(/Copy, paste and cut are turned off/)
  }
  for (const label of ['Email', 'Full name', 'Account password'])
    expect(await isBlocked(page, label, 'paste')).toBe(false)
})

test('the strength of a password is a hint, and a weak one is taken all the same [VAL-33]', async ({
  page,
}) => {
  await open(page, STEP_1)
  const password = field(page, 'Account password')
  await expect(password).toHaveAccessibleDescription(/^At least 6 characters/)
  await fillAll(page, customer({ 'Account password': '123456', 'Confirm password': '123456' }))
  await expect(password).toHaveAccessibleDescription(/^Weak/)
  await fillAll(page, { 'Account password': 'seven green lamps sing' })
  await expect(password).toHaveAccessibleDescription('Strong.')
  await fillAll(page, { 'Account password': '123456' })
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await expect(page).toHaveURL(STEP_2)
})

/** Whether the page prevents the event, as it would a real one. */
function isBlocked(page: Page, label: string, kind: string) {
  return field(page, label).evaluate(
    (input, type) => !input.dispatchEvent(new ClipboardEvent(type, { bubbles: true, cancelable: true })),
    kind,
  )
}
