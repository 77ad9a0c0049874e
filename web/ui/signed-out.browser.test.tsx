import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { askForEmail } from '#contract/features/security.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { otherPerson, signedOut } from '#contract/wire/server-messages.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { security } from '#web/test-kit/values-account-pages.ts'

const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
/** Focused when the dialog opens, so that it is read, and a second Enter presses nothing. */
const heading = dialog.getByRole('heading')
const tryAgain = dialog.getByRole('button', { name: 'Try again' })
const tile = page.getByRole('region', { name: 'Change your email' })
const email = page.getByLabelText('New email')

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
const refusedAs = (errors: string, ways: string[]): Answer => ({
  status: 401,
  body: { errors, step_up: ways },
})
const nobody = refusedAs(signedOut, [])
const sent: Answer = { body: { data: { status: 'sent' } } }

async function sendNewEmail() {
  await showPage('security', { values: security })
  await email.fill('dana@harbor.example')
  await userEvent.keyboard('{Enter}')
}

test('after signing in again in another tab, trying again sends what was typed', async () => {
  let now = nobody
  const requests = answerCalls((call) => (isFor(call, askForEmail) ? now : 'lost'))
  await sendNewEmail()
  await expect.element(heading).toHaveFocus()
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(/^Sign in again in a new tab.*what you typed stays/)
  const link = dialog.getByRole('link', { name: 'Sign in again' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expectAccessible()
  await expectFits()
  now = sent
  await tryAgain.click()
  await expect.element(tile).toMatchTextContent('We sent a link to dana@harbor.example.')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(requests.map(({ body }) => body)).toEqual([
    { email: 'dana@harbor.example' },
    { email: 'dana@harbor.example' },
  ])
})

test('without signing in again, the form says so and keeps what was typed and the focus', async () => {
  answerCalls((call) => (isFor(call, askForEmail) ? nobody : 'lost'))
  await sendNewEmail()
  await expect.element(heading).toHaveFocus()
  await tryAgain.click()
  await expect.element(dialog).toHaveAccessibleDescription(/^You are still signed out\./)
  await expect.element(heading).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(tile.getByRole('alert')).toHaveTextContent(signedOut)
  await expect.element(email).toHaveValue('dana@harbor.example')
  await expect.element(email).toHaveFocus()
})

test('a session that ends while the password is requested is reported in the same dialog', async () => {
  let now: Answer = { status: 403, body: { errors: 'Confirm that it is you.', step_up: ['password'] } }
  answerCalls((call) => (isFor(call, confirmIdentity) ? nobody : now))
  await sendNewEmail()
  await expect.element(page.getByLabelText('Your password')).toHaveFocus()
  await userEvent.keyboard('password1{Enter}')
  await expect.element(heading).toHaveFocus()
  await expectAccessible()
  now = sent
  await tryAgain.click()
  await expect.element(tile).toMatchTextContent('We sent a link to dana@harbor.example.')
})

test('someone signed in as another person changes nothing of theirs by retrying, and is told', async () => {
  let now = nobody
  answerCalls((call) => (isFor(call, askForEmail) ? now : 'lost'))
  await sendNewEmail()
  await expect.element(heading).toHaveFocus()
  now = { status: 403, body: { errors: otherPerson } }
  await tryAgain.click()
  await expect.element(tile.getByRole('alert')).toHaveTextContent(otherPerson)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(email).toHaveValue('dana@harbor.example')
})
