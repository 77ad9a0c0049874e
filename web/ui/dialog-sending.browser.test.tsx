import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noAnswer } from '#contract/desk/desk-call.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { dana, marcus, ownerOfActive } from '#web/test-kit/values-account.ts'
import { deskValues } from '#web/test-kit/values-desk.ts'

/** A dialog's request cannot be canceled once sent: the dialog stays until the answer arrives. */

const dialog = page.getByRole('dialog')
const cancel = dialog.getByRole('button', { name: 'Cancel' })
const newSecret = page.getByRole('button', { name: 'New secret for Mailer' })
let answer: (given: { status?: number; body: unknown }) => void

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<{ status?: number; body: unknown }>()
  answer = resolve
  answerCalls(() => promise)
})
afterEach(() => vi.useRealTimers())

/** Tries every way to close the dialog; Chromium lets the second Escape through. */
async function expectHeld() {
  await expect.element(dialog.getByText('Sending. Please wait')).toBeInTheDocument()
  await expect.element(cancel).toBeDisabled()
  await userEvent.keyboard('{Escape}{Escape}')
  await dialog.click({ position: { x: -20, y: -20 }, force: true })
  await expect.element(dialog).toBeVisible()
}

async function expectClosed() {
  await expect.poll(() => dialog.elements()).toEqual([])
}

async function sendNewSecret() {
  await showDeskPage('partners', { values: deskValues.partners })
  await newSecret.click()
  await dialog.getByLabelText('Reason').fill('Asked for in a meeting')
  await dialog.getByRole('button', { name: 'Make a new secret', exact: true }).click()
  await expectHeld()
}

test('at the desk a dialog stays open until its one-time secret is shown', async () => {
  await sendNewSecret()
  const said = 'Mailer has a new secret.'
  answer({ body: { data: { said, secret: 'shown-once-1234567890', values: deskValues.partners } } })
  await expectClosed()
  const outcome = page.getByRole('status').filter({ hasText: said })
  await expect.element(outcome).toHaveFocus()
  await expect.element(outcome.getByText('shown-once-1234567890')).toBeVisible()
})

test('at the desk a dialog shows a refusal and can then be closed', async () => {
  await sendNewSecret()
  answer({ status: 400, body: { errors: { reason: ['Say more about why.'] } } })
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Say more about why\.$/)
  await expect.element(dialog.getByText('Sending. Please wait')).not.toBeInTheDocument()
  await cancel.click()
  await expectClosed()
  await expect.element(newSecret).toHaveFocus()
})

test('at the desk a dialog without an answer says that the outcome is unknown, and can be closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await sendNewSecret()
  vi.advanceTimersByTime(60_000)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(noAnswer)
  await expectAccessible()
  await cancel.click()
  await expectClosed()
  await expect.element(newSecret).toHaveFocus()
})

test('a dialog about a person stays open and shows a refusal', async () => {
  const people = [
    dana,
    { ...marcus, email: `${'marcus'.repeat(12)}@harbor.example`, name: '', has_joined: false },
  ]
  await showPage('people', {
    values: { ...ownerOfActive, people: people as never, seats: 4, dialers: [], isPlanOnHold: false },
  })
  await page.getByRole('button', { name: /role.*marcus/i }).click()
  await dialog.getByLabelText('Role').selectOptions('Admin')
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expectHeld()
  answer({ status: 400, body: { errors: 'This invitation is no longer open.' } })
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This invitation is no longer open.')
  // The email in the title is one long word.
  await page.viewport(320, 640)
  const { scrollWidth, clientWidth } = dialog.element()
  expect(scrollWidth).toBe(clientWidth)
  await userEvent.keyboard('{Escape}')
  await expectClosed()
})

test('a dialog about a passkey stays open and shows a refusal', async () => {
  const passkey = { id: 1, name: 'Work laptop', made: 'March 1, 2026', last_used: null, is_synced: false }
  await showPage('passkeys', {
    values: { ...ownerOfActive, email: dana.email, passkeys: [passkey], hasPasskeys: true, worksAt: null },
  })
  await page.getByRole('button', { name: /^Rename/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectHeld()
  answer({ status: 400, body: { errors: { name: ['Choose another name.'] } } })
  await expect.element(dialog.getByText('Choose another name.', { exact: true })).toBeVisible()
  await cancel.click()
  await expectClosed()
})
