import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import { keepSecondFactor } from '#contract/features/second-factor.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { ownerOfPastDue } from '#web/test-kit/values-account.ts'
import { billing, security } from '#web/test-kit/values-account-pages.ts'

const removesAt = 'March 19, 2026, 10:00 AM'
const factorRemoval = { what: 'second-factor', removesAt } as const
const cancel = page.getByRole('button', { name: 'Cancel the request' })
const notice = page.getByText(/^Someone asked us to remove a lost second factor/)
const kept = { body: { data: { status: 'kept' } } }

test('a pending removal is shown with its hour and can be canceled there', async () => {
  const requests = answerCalls(() => kept)
  await showPage('security', { values: { ...security, factorRemoval } })
  await expect
    .element(notice)
    .toMatchTextContent(`two-step verification is turned off and your passkeys are removed on ${removesAt}`)
  await expectAccessible()
  await expectFits()
  await cancel.click()
  expect(requests.map(({ path }) => path)).toEqual([keepSecondFactor.path])
  const news = page.getByRole('status').filter({ hasText: 'The request was canceled.' })
  await expect.element(news).toMatchTextContent('Two-step verification stays on.')
  await expect.element(news).toHaveFocus()
  await expect.element(notice).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'set a new one now' }))
    .toHaveAttribute('href', '/account/security/')
  await expectAccessible()
})

test('someone who can only pay sees it as well and is sent to a password reset', async () => {
  answerCalls(() => kept)
  const values = { ...billing, ...ownerOfPastDue, factorRemoval: { what: 'passkeys', removesAt } as const }
  await showPage('billing', { values })
  await expect.element(notice).toMatchTextContent(`your passkeys are removed on ${removesAt}`)
  await cancel.click()
  await expect
    .element(page.getByRole('link', { name: 'set a new one now' }))
    .toHaveAttribute('href', '/password-reset/')
})

test('says when it has already been carried out', async () => {
  answerCalls(() => ({ status: 400, body: { errors: messages.recoveryOver } }))
  await showPage('security', { values: { ...security, factorRemoval } })
  await cancel.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.recoveryOver)
  await expect.element(notice).toBeVisible()
})

test('it disappears once the person has shown the factor, which cancels it', async () => {
  let isConfirmed = false
  answerCalls((requests) => {
    if (!isFor(requests, confirmIdentity))
      return isConfirmed
        ? { body: { data: { status: 'sent' } } }
        : { status: 403, body: { errors: 'Confirm that it is you.', step_up: ['code'] } }
    isConfirmed = true
    return { body: { data: { status: 'confirmed' } } }
  })
  await showPage('security', { values: { ...security, factorRemoval } })
  await page.getByLabelText('New email').fill('new@harbor.example')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('dialog').getByRole('textbox').fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(notice).not.toBeInTheDocument()
})
