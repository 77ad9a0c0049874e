import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/accounts/sign-in.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

const INVALID = 'Unfortunately the link did not work. Please, attempt to restore the password once more'
const USED =
  'This link has already been used, so your password may already be changed. Try to sign in with the password you just chose, or ask for a new link.'
const heading = page.getByRole('heading', { level: 1 })
const password = page.getByLabelText('Password', { exact: true })
const confirmation = page.getByLabelText('Confirm password')
const reset = page.getByRole('button', { name: /^Reset/ })
const alert = page.getByRole('main').getByRole('alert')
const success = page.getByRole('heading', { level: 1, name: 'Success!' })
const loading = page.getByText('Page is loading ...')

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
type Given = { checked?: Answer | Promise<Answer>; changed?: Answer }

const valid: Answer = { body: { data: { valid: true } } }
const invalid: Answer = { status: 404, body: { error: messages.resetLinkInvalid } }

/** Returns the requests about the link; the answers can be changed later in the test. */
async function open(given: Given = {}) {
  const all = answerCalls(({ path, method }) => {
    if (!path.includes('/password_reset/confirm/')) return { body: { data: { suffixes: [] } } }
    if (method === 'GET') return given.checked ?? valid
    return given.changed ?? { body: { data: { status: 'changed' } } }
  })
  await showPage('new-password', { values: { linkToken: 'abc', link: 'unchecked' } })
  return () => all.filter(({ path }) => path.includes('/password_reset/confirm/'))
}

async function choose(text: string) {
  await password.fill(text)
  await confirmation.fill(text)
  await reset.click()
}

test('checks the link first, once, and then asks for a password [PWC-01, PWC-02, WIR-23, RTE-11]', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const requests = await open({ checked: promise })
  await expect.element(loading).toBeVisible()
  await expect.element(password).not.toBeInTheDocument()
  await expectAccessible()
  resolve(valid)
  await expect.element(password).toBeVisible()
  await expect.element(confirmation).toBeVisible()
  await expect.element(reset).toBeEnabled()
  await expect.element(loading).not.toBeInTheDocument()
  expect(document.querySelectorAll('form input:not([autocomplete=off])')).toHaveLength(0)
  await expectAccessible()
  expect(requests()).toEqual([{ path: '/rest/auth/password_reset/confirm/abc/', method: 'GET', body: {} }])
})

test('needs the same password of at least six characters twice [PWC-06]', async () => {
  const requests = await open()
  await reset.click()
  await expect.element(password).toHaveAccessibleDescription(/This field is required$/)
  await expect.element(confirmation).toHaveAccessibleDescription('This field is required')
  await expect.element(password).toHaveFocus()
  await expectAccessible()
  await password.fill('12345')
  await expect.element(password).toHaveAccessibleDescription(/Minimum 6 characters required$/)
  await password.fill('sunroof-82')
  await confirmation.fill('sunroof')
  await expect.element(confirmation).toHaveAccessibleDescription('Two password fields don`t match')
  await reset.click()
  await expect.element(confirmation).toHaveFocus()
  expect(requests()).toHaveLength(1)
  await confirmation.fill('sunroof-82')
  await expect.element(confirmation).toHaveAccessibleDescription('')
})

test('shows the password strength, refuses none for it, and works by keyboard alone [PWC-02, PWC-06, WIR-24]', async () => {
  const requests = await open()
  await password.click()
  await userEvent.keyboard('maple otter brass')
  await expect.element(page.getByText('Strong.')).toBeVisible()
  await password.fill('')
  await userEvent.keyboard('111111')
  await expect.element(page.getByText(/^Weak:/)).toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(password).toHaveAttribute('type', 'text')
  await userEvent.keyboard('{Tab}111111{Enter}')
  await expect.element(success).toHaveFocus()
  await expect.element(success).toHaveAccessibleDescription('Please back to Login using your new password.')
  await expectAccessible()
  expect(requests().at(-1)).toMatchObject({
    method: 'POST',
    body: { password: '111111', password_confirm: '111111' },
  })
})

test('a link that does not work says so and offers another [PWC-04, PWC-05, PWC-07]', async () => {
  await open({ checked: invalid })
  await expect.element(alert).toHaveTextContent(INVALID)
  await expect.element(password).not.toBeInTheDocument()
  await expectAccessible()
  const restore = page.getByRole('link', { name: 'Restore' })
  await expect.element(restore).toHaveAttribute('href', '/password-reset/')
})

test('a link used meanwhile in another tab says the same [PWC-04, PWC-07]', async () => {
  await open({ changed: { status: 404, body: { errors: messages.resetLinkUsed } } })
  await choose('too late now')
  await expect.element(alert).toHaveTextContent(INVALID)
  await expect.element(heading).toHaveFocus()
  await expect.element(page.getByRole('link', { name: 'Restore' })).toBeVisible()
})

test('a link possibly used by this page says that the password may have changed [PWC-08]', async () => {
  const given: Given = { changed: 'lost' }
  await open(given)
  await choose('maple otter brass')
  await expect.element(alert).toHaveTextContent('Network Error')
  given.changed = { status: 404, body: { errors: messages.resetLinkUsed } }
  await reset.click()
  await expect.element(page.getByText(USED)).toBeVisible()
  await expect.element(page.getByText(INVALID)).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
  await expectAccessible()
  const another = page.getByRole('link', { name: 'Ask for a new link' })
  await expect.element(another).toHaveAttribute('href', '/password-reset/')
})

test('a check without an answer can be retried [PWC-01]', async () => {
  const given: Given = { checked: 'lost' }
  await open(given)
  await expect.element(alert).toHaveTextContent('Network Error')
  await expectAccessible()
  given.checked = valid
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(password).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(password).toHaveFocus()
})

test('when a retry finds an invalid link, its heading takes the focus [PWC-01]', async () => {
  const given: Given = { checked: 'lost' }
  await open(given)
  await expect.element(alert).toBeVisible()
  given.checked = invalid
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(alert).toHaveTextContent(INVALID)
  await expect.element(heading).toHaveFocus()
})

test('a refused password says why, above the form or at its field [PWC-08]', async () => {
  const given: Given = { changed: { status: 429, body: { errors: 'Please wait 3 minutes.' } } }
  await open(given)
  await choose('maple otter brass')
  await expect.element(alert).toHaveTextContent('Please wait 3 minutes.')
  given.changed = { status: 400, body: { errors: { password: ['Used before.'] } } }
  await reset.click()
  await expect.element(password).toHaveAccessibleDescription(/Used before\.$/)
  await expect.element(password).toHaveFocus()
})
