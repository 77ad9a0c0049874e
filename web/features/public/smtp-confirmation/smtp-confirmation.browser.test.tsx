import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

const values = { linkToken: 'token' }
const heading = () => page.getByRole('heading', { level: 1 })

test('confirms once when opened and shows the result when it arrives [SMT-01, SMT-02]', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const requests = answerCalls(() => promise)
  await showPage('smtp-confirmation', { values })
  await expect.element(page.getByText('Your settings are being verified')).toBeVisible()
  await expect.element(heading()).not.toBeInTheDocument()
  resolve({})
  await expect.element(heading()).toHaveTextContent('SMTP email confirmation')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Success! Your SMTP settings were successfully verified.')
  await expect.element(page.getByRole('banner')).not.toBeInTheDocument()
  expect(requests).toEqual([
    { path: '/rest/infrastructure/confirm-smtp-settings/token/', method: 'POST', body: {} },
  ])
})

test("a link that no longer works shows the server's message [SMT-03]", async () => {
  answerCalls(() => ({ status: 404, body: { error: 'This link no longer works.' } }))
  await showPage('smtp-confirmation', { values })
  await expect.element(heading()).toHaveTextContent('SMTP email confirmation')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Error! This link no longer works.')
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('a lost request can be retried [SMT-01]', async () => {
  let isLost = true
  answerCalls(() => (isLost ? 'lost' : {}))
  await showPage('smtp-confirmation', { values })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Error!')
  isLost = false
  ;(page.getByRole('button', { name: 'Try again' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toMatchTextContent('Success!')
  await expect.element(heading()).toHaveFocus()
})
