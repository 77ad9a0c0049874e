import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { startPasskey } from '#contract/features/passkeys.ts'
import { keepSecondFactor } from '#contract/features/second-factor.ts'
import { confirmIdentity, startPasskeyConfirmation } from '#contract/features/step-up.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { createPasskeys, creationOptions, givePasskeys, requestOptions } from '#web/test-kit/passkeys.ts'
import { answerPage } from '#web/test-kit/present-page.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive, ownerOfPastDue, payableMonth } from '#web/test-kit/values-account.ts'

const laptop = { id: 1, name: 'Laptop', made: 'March 1, 2026', last_used: null, is_synced: false }
const values: PageValues['passkeys'] = {
  ...ownerOfActive,
  email: 'dana@harbor.example',
  passkeys: [laptop],
  hasPasskeys: true,
  lost: { removesAt: null, waitHours: 24 },
  worksAt: null,
}
const dialog = () => page.getByRole('dialog')
const lost = () => page.getByRole('region', { name: 'If you lost your passkeys' })
const said = () => page.getByRole('region', { name: 'Your passkeys' }).getByRole('status')
const answerCreation = () =>
  answerCalls((requests) =>
    isFor(requests, startPasskey) && requests.path === startPasskey.path
      ? { body: { data: { options: creationOptions } } }
      : { body: { data: { added: { ...laptop, id: 2, name: 'Phone' }, passkeys: [laptop] } } },
  )

test('each passkey shows where it is stored and when it was last used', async () => {
  await showPage('passkeys', {
    values: {
      ...values,
      passkeys: [laptop, { ...laptop, id: 2, name: 'Phone', is_synced: true, last_used: 'today' }],
    },
  })
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/Laptop.*Only on one device.*Never/)
  await expect
    .element(page.getByRole('row').nth(2))
    .toMatchTextContent(/Phone.*Synced across your devices.*today/)
  await expectFits()
})

test.each([
  ['On', [laptop], 'You can sign in with a passkey instead of your password.'],
  ['Off', [], 'Sign in with your fingerprint, face or screen lock instead of your password.'],
])('the title shows %s, not the account status', async (shown, passkeys, lede) => {
  await showPage('passkeys', { values: { ...values, passkeys } })
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
  await expect.element(page.getByText(lede)).toBeVisible()
  await expect.element(page.getByText('Active', { exact: true })).not.toBeInTheDocument()
})

test('adding a passkey is confirmed, and cancels a pending removal', async () => {
  createPasskeys()
  answerCreation()
  await showPage('passkeys', { values: { ...values, lost: { removesAt: 'March 19, 2026', waitHours: 24 } } })
  await expect.element(lost()).toMatchTextContent('Your passkeys are removed on March 19, 2026')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(said()).toHaveTextContent('The passkey “Phone” was added.')
  await expect.element(page.getByRole('heading', { name: 'Your passkeys', exact: true })).toHaveFocus()
  await expect
    .element(lost().getByRole('status'))
    .toHaveTextContent('The request was canceled. You keep your passkeys.')
})

test('a device that already has a passkey of the account gets no second one', async () => {
  createPasskeys('InvalidStateError')
  answerCreation()
  await showPage('passkeys', { values })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.passkeyAlreadyThere)
})

test('using a passkey cancels a pending removal and clears its form', async () => {
  createPasskeys('InvalidStateError')
  givePasskeys()
  let isConfirmed = false
  answerCalls((requests) => {
    if (requests.path === startPasskeyConfirmation.path)
      return { body: { data: { options: requestOptions } } }
    if (isFor(requests, confirmIdentity)) {
      isConfirmed = true
      return { body: { data: { status: 'confirmed' } } }
    }
    if (requests.path !== startPasskey.path) return { body: { data: { removes_at: 'March 19, 2026' } } }
    return isConfirmed
      ? { body: { data: { options: creationOptions } } }
      : { status: 403, body: { errors: 'Confirm that it is you.', step_up: ['passkey'] } }
  })
  await showPage('passkeys', { values })
  await lost().getByText('Remove them all in 24 hours').click()
  await page.getByLabelText('Your password').fill('password1')
  await userEvent.keyboard('{Enter}')
  await expect.element(lost()).toMatchTextContent('Your passkeys are removed on March 19, 2026')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog().getByRole('button', { name: 'Use a passkey' }).click()
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent(messages.passkeyAlreadyThere)
  await expect
    .element(lost().getByRole('status'))
    .toHaveTextContent('The request was canceled. You keep your passkeys.')
  await lost().getByText('Remove them all in 24 hours').click()
  await expect.element(page.getByLabelText('Your password')).toHaveValue('')
})

test('renaming asks for a new name each time; Escape keeps the old one and restores the focus', async () => {
  const requests = answerCalls(() => ({ body: { data: { passkeys: [{ ...laptop, name: 'Work laptop' }] } } }))
  await showPage('passkeys', { values })
  const rename = page.getByRole('button', { name: 'Rename Laptop' })
  await rename.click()
  await expectAccessible()
  await page.getByLabelText('Name').fill('Not this')
  await userEvent.keyboard('{Escape}')
  await expect.element(rename).toHaveFocus()
  await rename.click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Laptop')
  await page.getByLabelText('Name').fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription(/This field is required/)
  expect(requests).toEqual([])
  await page.getByLabelText('Name').fill('Work laptop')
  await userEvent.keyboard('{Enter}')
  await expect.element(said()).toHaveTextContent('The passkey is now called “Work laptop”.')
})

test('removing a passkey asks for confirmation', async () => {
  const requests = answerCalls(() => ({ body: { data: { passkeys: [], accepted: null } } }))
  await showPage('passkeys', { values })
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await expect.element(dialog()).toMatchTextContent('You can no longer sign in with “Laptop”.')
  await expectAccessible()
  await expectFits()
  expect(requests).toEqual([])
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await expect.element(said()).toHaveTextContent('The passkey “Laptop” was removed.')
  await expect.element(page.getByRole('main')).toMatchTextContent('You have none yet.')
})

test('someone who lost their passkeys requests their removal with the password', async () => {
  const requests = answerCalls(() => ({ body: { data: { removes_at: 'March 19, 2026' } } }))
  await showPage('passkeys', { values })
  await lost().getByText('Remove them all in 24 hours').click()
  await expectAccessible()
  await page.getByLabelText('Your password').fill('password1')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(lost().getByRole('status'))
    .toMatchTextContent('We sent you an email. Your passkeys are removed on March 19, 2026')
  await expect.element(lost().getByRole('heading')).toHaveFocus()
  expect(requests[0]?.body).toEqual({ current_password: 'password1' })
})

test('past due, the page offers only the removal of lost passkeys and links back', async () => {
  await showPage('passkeys', {
    values: { ...values, ...ownerOfPastDue, passkeys: null, lost: undefined, confirmsWith: 'password' },
  })
  await expect.element(lost()).toMatchTextContent('your password is enough.')
  await expect.element(page.getByText('On', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Past due', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('main').getByRole('button')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Back to Billing' }))
    .toHaveAttribute('href', '/account/billing/')
  await expectFits()
})

test('past due, someone without a passkey reads when they can add one', async () => {
  await showPage('passkeys', {
    values: {
      ...values,
      ...ownerOfPastDue,
      passkeys: null,
      hasPasskeys: false,
      lost: undefined,
      confirmsWith: 'password',
    },
  })
  const none = page.getByRole('region', { name: 'You have no passkeys' })
  await expect.element(none).toMatchTextContent('You can add a passkey once the account is active again.')
  await expect.element(lost()).not.toBeInTheDocument()
  await expectAccessible()
})

test('once it is paid from the line above, the page shows the list, and still what was paid', async () => {
  answerCalls(() => ({ body: { data: { status: 'paid', number: 'R-1004' } } }))
  const openMonth = payableMonth
  await showPage('passkeys', {
    values: {
      ...values,
      ...ownerOfPastDue,
      openMonth,
      passkeys: null,
      lost: undefined,
      confirmsWith: 'password',
    },
  })
  answerPage('passkeys', values)
  await page.getByRole('button', { name: 'Pay $397.00' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('Laptop')
  const thanks = page.getByText('Thank you. Your payment of $397.00 went through.')
  await expect.element(thanks).toHaveFocus()
  await expect.element(page.getByRole('link', { name: 'Back to Security' })).toBeVisible()
  await expectAccessible()
})

test('the removal of lost passkeys can be canceled where it was requested', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'kept' } } }))
  const running = { removesAt: 'March 19, 2026', waitHours: 72 }
  const factorRemoval = { what: 'passkeys', removesAt: running.removesAt } as const
  await showPage('passkeys', { values: { ...values, lost: running, factorRemoval } })
  await page.getByRole('button', { name: 'Cancel the request' }).click()
  expect(requests.map(({ path }) => path)).toEqual([keepSecondFactor.path])
  await expect
    .element(lost().getByRole('status'))
    .toHaveTextContent('The request was canceled. You keep your passkeys.')
  await expect.element(lost().getByRole('heading')).toHaveFocus()
  await lost().getByText('Remove them all in 72 hours').click()
  await expect
    .element(lost())
    .toMatchTextContent('It takes 72 hours because your password was reset by email')
  await expectAccessible()
  await expectFits()
})
