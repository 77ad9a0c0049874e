import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { answerSignUp, customer, openLegacy, openSignUp } from '#web/test-kit/sign-up.ts'
import { security } from '#web/test-kit/values-account-pages.ts'

const COMMON = 'Weak: this is one of the most common passwords.'
const CHANGED = 'Weak: this is a common password with small changes.'
const COMPANY = 'Weak: this contains the name of your company.'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const warning = page.getByRole('status').filter({ hasText: /^Weak:/ })

beforeEach(() => {
  answerCalls(() => 'lost')
})

test("the sign-up warns of a common password and of one's own company, and accepts both", async () => {
  answerSignUp()
  await openSignUp(customer)
  const password = field('Account password')
  await expect.element(password).toHaveAccessibleDescription(/^At least 6 characters/)
  await password.fill('Welcome1')
  await expect.element(warning).toHaveTextContent(COMMON)
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveAccessibleDescription(COMMON)
  await expect.element(password).not.toHaveAttribute('aria-invalid')
  await expectAccessible()
  await password.fill('P@ssw0rd2026!')
  await expect.element(warning).toHaveTextContent(CHANGED)
  await password.fill('northshore-lamp-7')
  await expect.element(warning).toHaveTextContent(COMPANY)
  await password.fill('seven green lamps sing')
  await expect.element(password).toHaveAccessibleDescription('Strong.')
  await expect.element(warning).not.toBeInTheDocument()
  await password.fill('Welcome1')
  await field('Confirm password').fill('Welcome1')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Billing')
})

test('the legacy wizard warns as well', async () => {
  await openLegacy({ step: 4, customer: { company: 'Larkspur Homes' } })
  await field('Company').fill('Larkspur Homes')
  await field('Account password').fill('larkspur-lamp-7')
  await expect.element(field('Account password')).toHaveAccessibleDescription(COMPANY)
})

test('warns of a weak password in a reset', async () => {
  answerCalls(() => ({ body: { data: { valid: true } } }))
  await showPage('new-password', { values: { linkToken: 'abc', link: 'valid' } })
  await field('Password').fill('dragon88')
  await expect.element(warning).toHaveTextContent(CHANGED)
})

test('warns of a changed password that contains the email', async () => {
  await showPage('security', { values: security })
  await field('New password').fill('dana-lamp-lit')
  await expect
    .element(field('New password'))
    .toHaveAccessibleDescription('Weak: this contains part of your email.')
})
