import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passkeyOfOther } from '#contract/accounts/passkey-messages.ts'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import {
  confirmSecondStep,
  confirmStepWithPasskey,
  startPasskeyStep,
} from '#contract/features/second-step.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { givePasskeys, requestOptions } from '#web/test-kit/passkeys.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'

const values: PageValues['second-step'] = {
  account: { email: 'dana@harbor.example', company: 'Harbor Homes', pin: '318204' },
  hasApp: true,
  codesLeft: 10,
  hasPasskey: false,
  removesAt: null,
  waitHours: 24,
}
const heading = page.getByRole('heading', { level: 1 })

test('a wrong code shows at its field, and the right one continues', async () => {
  let isRight = false
  const requests = answerCalls(() =>
    isRight
      ? { body: { data: { redirect_url: '/account/' } } }
      : { status: 400, body: { errors: { code: ['This code is incorrect.'] } } },
  )
  await showPage('second-step', { values })
  const code = page.getByLabelText('Six-digit code')
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription('This code is incorrect.')
  await expect.element(code).toHaveFocus()
  await expectAccessible()
  await expectFits()
  isRight = true
  await page.getByLabelText(/^Do not ask again/).click()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(requests.at(-1)).toEqual({
    path: confirmSecondStep.path,
    method: 'POST',
    body: { code: '000000', trust_device: 'true' },
  })
})

test.each([
  [10, 'You have 10 unused recovery codes. Each of them works once.'],
  [1, 'You have 1 unused recovery code. Each of them works once.'],
  [0, 'All your recovery codes have been used.'],
])('with %i recovery codes left the page says so', async (codesLeft, text) => {
  await showPage('second-step', { values: { ...values, codesLeft }, query: { with: 'recovery-code' } })
  await expect.element(page.getByLabelText('Recovery code')).toBeVisible()
  await expect.element(page.getByText(text)).toBeVisible()
})

test.each([
  ['a code', values, {}],
  ['a recovery code', values, { with: 'recovery-code' }],
  ['a passkey', { ...values, hasApp: false, hasPasskey: true }, {}],
  ['what was lost', values, { with: 'neither' }],
])('someone asked for %s sees for which account', async (_what, shown, query) => {
  await showPage('second-step', { values: shown, query })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('Signing in as dana@harbor.example to Harbor Homes · 318204')
})

test('the link for someone who lost everything says so', async () => {
  await showPage('second-step', { values })
  await expect
    .element(page.getByRole('link', { name: 'I lost my authenticator app and my recovery codes' }))
    .toHaveAttribute('href', '/login/second-step/?with=neither')
})

test('someone who lost both requests its removal and sees when that happens', async () => {
  answerCalls(() => ({ body: { data: { removes_at: 'March 19, 2026, 10:00 AM' } } }))
  await showPage('second-step', { values, query: { with: 'neither' } })
  await expect
    .element(heading)
    .toHaveTextContent('If you lost your authenticator app and your recovery codes')
  await expectAccessible()
  await expectFits()
  await page.getByRole('button', { name: 'Turn it off in 24 hours' }).click()
  await expect
    .element(page.getByRole('status').first())
    .toMatchTextContent(/We sent you an email\. .* turned off on March 19, 2026, 10:00 AM/)
  await expect.element(heading).toHaveFocus()
  await expectAccessible()
})

test('after a reset by email the wait is longer, and the page says why', async () => {
  await showPage('second-step', { values: { ...values, waitHours: 72 }, query: { with: 'neither' } })
  await expect.element(page.getByRole('button', { name: 'Turn it off in 72 hours' })).toBeVisible()
  await expect
    .element(page.getByText(/It takes 72 hours because your password was reset by email in the last 7 days/))
    .toBeVisible()
})

test('someone without an app uses a passkey or reports all as lost', async () => {
  await showPage('second-step', { values: { ...values, hasApp: false, hasPasskey: true } })
  await expect.element(heading).toHaveTextContent('Use your passkey')
  await expect.element(page.getByLabelText('Six-digit code')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'I lost my passkeys' }))
    .toHaveAttribute('href', '/login/second-step/?with=neither')
  await expectAccessible()
  await expectFits()
})

test('a passkey replaces the code, unless it belongs to somebody else', async () => {
  givePasskeys()
  let isOwn = false
  const requests = answerCalls((call) => {
    if (call.path === startPasskeyStep.path) return { body: { data: { options: requestOptions } } }
    return isOwn
      ? { body: { data: { redirect_url: '/account/' } } }
      : { status: 401, body: { errors: passkeyOfOther } }
  })
  await showPage('second-step', { values: { ...values, hasPasskey: true } })
  const passkey = page.getByRole('button', { name: 'Use a passkey' })
  await passkey.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(passkeyOfOther)
  await expectAccessible()
  isOwn = true
  await passkey.click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(requests.at(-1)).toMatchObject({
    path: confirmStepWithPasskey.path,
    body: { credential: { id: 'AA' } },
  })
})

test('lost passkeys of someone without an app are removed in 24 hours', async () => {
  const only = { ...values, hasApp: false, hasPasskey: true }
  await showPage('second-step', { values: only, query: { with: 'neither' } })
  await expect.element(page.getByRole('button', { name: 'Remove them in 24 hours' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Use a passkey' }))
    .toHaveAttribute('href', '/login/second-step/')
  await expectAccessible()
})

const kept: PageValues['keep-second-factor'] = { linkToken: 'abc', isOpen: true, what: 'second-factor' }

test('the mailed link cancels the removal with its button', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'kept' } } }))
  await showPage('keep-second-factor', { values: kept })
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Cancel the request' }).click()
  await expect.element(page.getByText(/^Two-step verification stays on\./)).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await expectAccessible()
  await expectFits()
})

test('a link that was used meanwhile says that it no longer works', async () => {
  answerCalls(() => ({ status: 404, body: { errors: messages.recoveryLinkInvalid } }))
  await showPage('keep-second-factor', { values: kept })
  await page.getByRole('button', { name: 'Cancel the request' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('This link no longer works.')
  await expect.element(heading).toHaveFocus()
})
