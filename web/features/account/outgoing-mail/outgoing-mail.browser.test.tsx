import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { removeOutgoingMail } from '#contract/features/outgoing-mail.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { outgoingMail } from '#web/test-kit/values-account-pages.ts'

const verification = () => page.getByRole('region', { name: 'Verification' })
const none = {
  ...outgoingMail,
  server: null,
  settings: null,
  check: { state: 'none' as const, words: 'Nothing is set up.' },
}

test('errors of a mail server appear at its fields, and nothing is sent', async () => {
  const requests = answerCalls(() => 'lost')
  await showPage('outgoing-mail', { values: none })
  await expect.element(verification()).toMatchTextContent('Not set up')
  await page.getByLabelText('Server', { exact: true }).fill('smtp example')
  await page.getByLabelText('User name (optional)').fill('dana')
  await page.getByLabelText('Security').selectOptions('none')
  await page.getByRole('button', { name: 'Save and verify' }).click()
  const server = page.getByLabelText('Server', { exact: true })
  await expect.element(server).toHaveFocus()
  await expect.element(server).toHaveAccessibleDescription('Enter a server name, like smtp.example.com')
  await expect
    .element(page.getByLabelText('Security'))
    .toHaveAccessibleDescription(/could read your password/)
  await expectAccessible()
  expect(requests).toEqual([])
})

test('the outcome scrolls into view if it is below the screen', async () => {
  answerCalls(() => ({
    body: { data: { state: 'failed', words: 'smtp.harbor.example refused the connection on port 587.' } },
  }))
  await page.viewport(320, 400)
  await showPage('outgoing-mail', { values: outgoingMail })
  await expect.element(verification()).toMatchTextContent('Waiting for you')
  await page.getByLabelText('Sender address').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(verification()).toMatchTextContent('Not working')
  await expect.element(verification().getByRole('status')).toBeInViewport({ ratio: 1 })
  await page.viewport(1280, 900)
})

test('removing a mail server leaves an empty form, and the outcome takes the focus', async () => {
  const requests = answerCalls(() => ({ body: { data: none.check } }))
  await showPage('outgoing-mail', { values: outgoingMail })
  await verification().getByRole('button', { name: 'Remove' }).click()
  await expect.element(verification()).toMatchTextContent('Not set up')
  await expect.element(verification().getByRole('heading')).toHaveFocus()
  await expect.element(page.getByLabelText('Server', { exact: true })).toHaveValue('')
  expect(requests.map((one) => isFor(one, removeOutgoingMail))).toEqual([true])
})

test('a user sees which server is used, but no form', async () => {
  await showPage('outgoing-mail', { values: { ...outgoingMail, role: 'user', settings: null } })
  await expect
    .element(page.getByText(/smtp\.harbor\.example, port 587, as office@harbor\.example/))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save and verify' })).not.toBeInTheDocument()
})
