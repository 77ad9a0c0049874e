import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noAnswer } from '#contract/desk/desk-call.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { deskValues, samplePartner } from '#web/test-kit/values-desk.ts'

const SIGNED_OUT = 'You are signed out. Sign in to the desk again.'

const question = page.getByRole('dialog', { name: 'Change the system status' })
const change = question.getByRole('button', { name: 'Change' })
const signedOut = page.getByRole('dialog', { name: 'You have been signed out' })

async function typeStatus(text = 'Calls are delayed') {
  await showDeskPage('settings', { values: deskValues.settings })
  await page.getByRole('button', { name: 'Change the system status' }).click()
  await question.getByLabelText('Text').fill(text)
  await question.getByLabelText('Reason').fill('The network is slow')
}

test('a new text is previewed as people will read it, and the page shows it afterwards', async () => {
  await typeStatus()
  await expect.element(question.getByText('System status: Calls are delayed')).toBeVisible()
  await expectAccessible()
  const values = {
    ...deskValues.settings.texts,
    'system-status': { text: 'Calls are delayed', normal: 'Normal' },
  }
  answerCalls(() => ({ body: { data: { said: 'System status changed.', values } } }))
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(change).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('System status changed.')).toBeVisible()
  await expect.element(page.getByRole('main').getByText('System status: Calls are delayed')).toBeVisible()
})

test('a refusal is shown at its field, and what was typed stays', async () => {
  answerCalls(() => ({ status: 400, body: { errors: { text: 'This text is too long.' } } }))
  await typeStatus()
  await change.click()
  await expect.element(question.getByLabelText('Text')).toHaveAccessibleDescription(/This text is too long\./)
  await expect.element(question.getByLabelText('Text')).toHaveValue('Calls are delayed')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(left).toEqual([])
})

test('closing the dialog of an outdated page reloads the page', async () => {
  answerCalls(() => ({ status: 409, body: { errors: 'Mona Reyes has changed the text.' } }))
  await typeStatus()
  await change.click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Mona Reyes has changed the text.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => left).toHaveLength(1)
})

test('after a lost answer the dialog says that it may have been done', async () => {
  answerCalls(() => 'lost')
  await typeStatus()
  await change.click()
  await expect.element(question.getByRole('alert')).toMatchTextContent(noAnswer)
})

test('a signed-out operator can sign in again or cancel without losing what was typed', async () => {
  answerCalls(() => ({ status: 401, body: { errors: SIGNED_OUT } }))
  await typeStatus()
  await change.click()
  await expect.element(signedOut.getByRole('heading')).toHaveFocus()
  await expect
    .element(signedOut.getByRole('link', { name: 'Sign in again' }))
    .toHaveAttribute('href', location.href)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(signedOut).not.toBeInTheDocument()
  await expect.element(question.getByRole('alert')).toMatchTextContent(SIGNED_OUT)
  await expect.element(question.getByLabelText('Text')).toHaveValue('Calls are delayed')
  await expect.element(change).toHaveFocus()
})

test('after signing in again the same call is repeated', async () => {
  let isSignedIn = false
  const requests = answerCalls(() =>
    isSignedIn
      ? { body: { data: { said: 'System status changed.', values: deskValues.settings.texts } } }
      : { status: 401, body: { errors: SIGNED_OUT } },
  )
  await typeStatus()
  await change.click()
  await signedOut.getByRole('button', { name: 'Try again' }).click()
  await expect.element(signedOut.getByText(/^You are still signed out\./)).toBeVisible()
  isSignedIn = true
  await signedOut.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('System status changed.')).toMatchTextContent('System status changed.')
  await expect.element(question).not.toBeInTheDocument()
  expect(requests).toHaveLength(3)
  expect(requests[2]).toEqual(requests[0])
})

const secret = 'a-secret-of-twenty-letters'

async function makeSecret(answer: object) {
  answerCalls(() => ({ body: { data: { said: 'Mailer has a new secret.', ...answer } } }))
  await showDeskPage('partners', { values: deskValues.partners })
  await page.getByRole('button', { name: 'New secret for Mailer' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('It leaked')
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
}

test('a secret is shown once, can be copied, and is gone after leaving the page', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await makeSecret({ secret, values: { ...deskValues.partners, rows: [{ ...samplePartner, secrets: 2 }] } })
  await expect.element(page.getByText('2 work, until the old one ends')).toBeVisible()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByText('Copied.')).toBeVisible()
  expect(copied).toHaveBeenCalledWith(secret)
  await expectAccessible()
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
})

test('a secret is shown even if the page could not be reloaded, and the page says what to do', async () => {
  await makeSecret({ secret })
  await expect.element(page.getByText(secret)).toBeVisible()
  await expect
    .element(page.getByText(/^The rest of this page/))
    .toMatchTextContent(
      'The rest of this page could not be refreshed. After you have copied it, reload the page to see the change.',
    )
  await expectAccessible()
})

test('a change whose page could not be read asks for a reload', async () => {
  await makeSecret({})
  await expect
    .element(page.getByText(/^The rest of this page/))
    .toMatchTextContent('could not be refreshed. Reload the page to see the change.')
})
