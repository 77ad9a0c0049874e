import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/accounts/people-messages.ts'
import { changePassword } from '#contract/features/security.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { security } from '#web/test-kit/values-account-pages.ts'

const [here] = security.sessions
const phone = {
  ...security.sessions[0],
  id: 2,
  browser: 'Safari 19',
  system: 'iOS',
  is_this: false,
  last_seen: 'yesterday',
}
const values = { ...security, sessions: [here, phone] as typeof security.sessions }
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const status = (name: string) => tile(name).getByRole('status').first()
const sessionsLeft = { body: { data: { status: 'changed', sessions: [here], trusted_devices: [] } } }

async function changeTo(next: string) {
  await page.getByLabelText('Current password').fill('password1')
  await page.getByLabelText('New password', { exact: true }).fill(next)
  await page.getByLabelText('Confirm new password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('every session is listed with its device; others can be ended', async () => {
  answerCalls(() => sessionsLeft)
  await showPage('security', { values })
  const sessions = tile('Where you are signed in')
  await expect.element(sessions.getByRole('row').nth(1)).toMatchTextContent('Chrome 140 on WindowsThis one')
  await page.getByRole('button', { name: 'Sign out Safari 19 on iOS, last seen yesterday' }).click()
  await expect.element(status('Where you are signed in')).toHaveTextContent('Safari 19 was signed out.')
  await expect.element(sessions.getByRole('heading')).toHaveFocus()
  await expect.element(sessions.getByText('Safari 19 on iOS')).not.toBeInTheDocument()
  await expectFits()
})

test('a wrong password shows at its field; a changed one empties the form and ends other sessions', async () => {
  let isWrong = true
  answerCalls((requests) => {
    if (!isFor(requests, changePassword)) return 'lost'
    return isWrong
      ? { status: 400, body: { errors: { current_password: [messages.wrongPassword] } } }
      : sessionsLeft
  })
  await showPage('security', { values })
  await changeTo('maple otter brass')
  const current = page.getByLabelText('Current password')
  await expect.element(current).toHaveAccessibleDescription(messages.wrongPassword)
  await expect.element(current).toHaveFocus()
  await expectAccessible()
  isWrong = false
  await changeTo('maple otter brass')
  await expect.element(status('Change your password')).toMatchTextContent('Your password was changed.')
  await expect.element(page.getByRole('heading', { name: 'Change your password' })).toHaveFocus()
  await expect.element(page.getByLabelText('New password', { exact: true })).toHaveValue('')
  await expect.element(page.getByText('Safari 19 on iOS')).not.toBeInTheDocument()
})

test('a change with a lost answer clears the previous message', async () => {
  let isLost = false
  answerCalls((requests) => (isLost || !isFor(requests, changePassword) ? 'lost' : sessionsLeft))
  await showPage('security', { values })
  await changeTo('maple otter brass')
  await expect.element(status('Change your password')).toMatchTextContent('Your password was changed.')
  isLost = true
  await changeTo('granite heron lamp')
  await expect.element(tile('Change your password').getByRole('alert')).toMatchTextContent('Network Error')
  await expect.element(status('Change your password')).toBeEmptyDOMElement()
})

test('a new email waits for its link and can be canceled', async () => {
  answerCalls(() => ({ body: { data: { status: 'sent' } } }))
  await showPage('security', { values })
  await page.getByLabelText('New email').fill('new@harbor.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const name = 'Change your email'
  await expect.element(status(name)).toMatchTextContent('We sent a link to new@harbor.example.')
  await expect.element(tile(name).getByRole('heading')).toHaveFocus()
  await page.getByRole('button', { name: 'Cancel this change' }).click()
  await expect.element(status(name)).toHaveTextContent('Change canceled. Your email stays the same.')
  await expect.element(tile(name).getByRole('heading')).toHaveFocus()
})

test('a new password cancels a pending change of email, and the page says so', async () => {
  answerCalls((requests) => (isFor(requests, changePassword) ? sessionsLeft : 'lost'))
  await showPage('security', { values: { ...values, waitingEmail: 'new@harbor.example' } })
  await expect
    .element(status('Change your email'))
    .toMatchTextContent('We sent a link to new@harbor.example.')
  await changeTo('maple otter brass')
  await expect
    .element(status('Change your email'))
    .toMatchTextContent('Your new password canceled the change')
  await expect.element(page.getByRole('heading', { name: 'Change your password' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await expectFits()
})

test('the time zone says that billing does not follow it, and is saved', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'changed' } } }))
  await showPage('security', { values })
  const zone = tile('Time zone')
  await expect
    .element(zone)
    .toMatchTextContent('we still charge at midnight Central time, as when you signed up')
  await zone.getByRole('combobox').selectOptions('US/Pacific')
  await zone.getByRole('button', { name: 'Save' }).click()
  await expect.element(zone).toMatchTextContent('Times are now shown in Pacific time.')
  expect(requests[0]?.body).toEqual({ time_zone: 'US/Pacific' })
})
