import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { left, showPage } from '#web/test-kit/show.tsx'
import { outgoingMail, security } from '#web/test-kit/values-account-pages.ts'
import { signInValues } from '#web/test-kit/values-sign-in.ts'

/** The browser may cache a page that was left and restore it with everything that was typed. */
const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
const passwords = () => [...document.querySelectorAll<HTMLInputElement>('input[data-secret]')]
const typed = () => passwords().map(({ value }) => value)

async function fillPasswords() {
  for (const field of passwords()) await page.elementLocator(field).fill('password1')
}

test('leaving the reset page clears its passwords', async () => {
  answerCalls(() => ({ body: { data: { valid: true } } }))
  await showPage('new-password', { values: { linkToken: 'abc', link: 'valid' } })
  await expect.poll(passwords).toHaveLength(2)
  await fillPasswords()
  leave()
  expect(typed()).toEqual(['', ''])
})

test('leaving the security page clears its passwords', async () => {
  answerCalls(() => 'lost')
  await showPage('security', { values: security })
  await fillPasswords()
  expect(typed().length).toBeGreaterThan(2)
  leave()
  expect(typed().join('')).toBe('')
})

test('a restored sign-in form has its email, and its password neither filled nor shown', async () => {
  answerCalls(() => 'lost')
  await showPage('sign-in', { values: signInValues })
  const password = page.getByLabelText('Password', { exact: true })
  await page.getByLabelText('Email').fill('agent@example.com')
  await password.fill('password1')
  await page.getByRole('button', { name: 'Show password' }).click()
  leave()
  comeBack()
  await expect.element(page.getByLabelText('Email')).toHaveValue('agent@example.com')
  await expect.element(password).toHaveValue('')
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(password).not.toHaveAttribute('aria-invalid')
})

test('an answer that arrives after leaving the sign-in form signs nobody in', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: object }>()
  let isFirst = true
  const requests = answerCalls((call) => {
    if (isFor(call, signIn)) return { status: 401, body: { errors: 'The password is wrong.' } }
    if (!isFor(call, findAccounts)) return 'lost'
    if (!isFirst) return { body: { login_data_list: [] } }
    isFirst = false
    return promise
  })
  await showPage('sign-in', { values: signInValues })
  const submit = page.getByRole('button', { name: /^Submit/ })
  const password = page.getByLabelText('Password', { exact: true })
  await page.getByLabelText('Email').fill('agent@example.com')
  await password.fill('password1')
  await submit.click()
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  leave()
  comeBack()
  resolve({ body: { login_data_list: [] } })
  await expect.element(submit).not.toHaveAttribute('aria-busy')
  await password.fill('not mine at all')
  await submit.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The password is wrong.')
  // One sign-in, with the latest input.
  expect(requests.filter((call) => isFor(call, signIn)).map(({ body }) => body.password)).toEqual([
    'not mine at all',
  ])
  expect(left).toEqual([])
})

test("this site's password is not filled in for a mail server", async () => {
  await showPage('outgoing-mail', { values: outgoingMail })
  await expect.element(page.getByLabelText(/^User name/)).toHaveAttribute('autocomplete', 'off')
  await expect
    .element(page.getByLabelText('Password (optional)', { exact: true }))
    .toHaveAttribute('autocomplete', 'new-password')
})

test('the button that shows a password says which one', async () => {
  answerCalls(() => 'lost')
  await showPage('security', { values: security })
  const buttons = page.getByRole('button', { name: 'Show password' })
  for (const [index, label] of ['Current password', 'New password', 'Confirm new password'].entries())
    await expect.element(buttons.nth(index)).toHaveAccessibleDescription(label)
})
