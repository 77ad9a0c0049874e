import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { payOpen } from '#contract/features/billing.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { answerPage } from '#web/test-kit/present-page.ts'
import { expectAccessible, showHtml, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive, ownerOfPastDue, payableMonth } from '#web/test-kit/values-account.ts'
import { billing, security } from '#web/test-kit/values-account-pages.ts'
import type { OpenMonthNotice } from './OpenMonthNotice.tsx'

const active: PageValues['email-bounced'] = {
  ...ownerOfActive,
  email: 'dana@harbor.example',
  bounce: { kind: 'hard', since: 'March 17, 2026', isTestReturned: false },
  waitingEmail: null,
  next: '/account/',
}
const unpaid: PageValues['email-bounced'] = { ...active, ...ownerOfPastDue, openMonth: payableMonth }
const confirming = { ...unpaid, openMonth: { ...payableMonth, isConfirming: true } }
const line = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const unpaidText = '$397.00 is unpaid.'
const question = 'Charge $397.00 to Visa ending in 1111?'
const paid = { body: { data: { status: 'paid', number: 'R-1004' } } }
const thanks = 'Thank you. Your payment of $397.00 went through.'

/** The module once more: another test may have fetched its part with the button already. */
async function freshNotice(): Promise<typeof OpenMonthNotice> {
  const fresh = './OpenMonthNotice.tsx?fresh'
  return (await import(/* @vite-ignore */ fresh)).OpenMonthNotice
}

test('before its script has loaded, the line links to Billing', async () => {
  const Notice = await freshNotice()
  const hydrate = showHtml(<Notice month={payableMonth} page="account" />)
  await expect.element(page.getByRole('link', { name: 'Pay in Billing' })).toBeVisible()
  await expectFits()
  await hydrate()
  await expect.element(button('Pay $397.00')).toBeVisible()
})

test('the line pays with the card on file, after one confirmation, and the page stays', async () => {
  const requests = answerCalls(() => paid)
  await showPage('email-bounced', { values: unpaid })
  answerPage('email-bounced', active)
  await page.getByLabelText('New email').fill('half@typed')
  await button('Pay $397.00').click()
  await expect.element(line(question)).toHaveFocus()
  await expectAccessible()
  await expectFits()
  expect(requests).toEqual([])
  await button('Confirm').click()
  await expect.element(line(thanks)).toHaveFocus()
  await expect
    .element(page.getByRole('link', { name: 'See your receipt' }))
    .toHaveAttribute('href', '/account/billing/')
  const paying = { open_cents: 397_00, card_id: 70 }
  expect(requests.map(({ path, body }) => [path, body])).toEqual([[payOpen.path, paying]])
  await expect.element(page.getByText('Active', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('New email')).toHaveValue('half@typed')
  await expectAccessible()
})

test('cancel asks nobody, and a double click confirms nothing', async () => {
  const requests = answerCalls(() => paid)
  await showPage('email-bounced', { values: unpaid })
  await button('Pay $397.00').dblClick()
  await expect.element(line(question)).toBeVisible()
  await button('Cancel').click()
  await expect.element(line(unpaidText)).toHaveFocus()
  expect(requests).toEqual([])
})

test('a decline says so and leads to the next step', async () => {
  answerCalls(() => ({ status: 400, body: { errors: { number: [messages.cardDeclined] } } }))
  await showPage('email-bounced', { values: unpaid })
  answerPage('email-bounced', { ...unpaid, openMonth: { ...payableMonth, card: null } })
  await button('Pay $397.00').click()
  await button('Confirm').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.cardDeclined)
  await expect.element(line('there is no card that we can charge')).toHaveFocus()
  await expect
    .element(page.getByRole('link', { name: 'Enter a card in Billing' }))
    .toHaveAttribute('href', '/account/billing/')
  await expectAccessible()
})

test('a decline that may be over tomorrow keeps the button, and leads to where another card pays', async () => {
  answerCalls(() => ({ status: 400, body: { errors: { number: [messages.cardShort] } } }))
  await showPage('email-bounced', { values: unpaid })
  answerPage('email-bounced', unpaid)
  const billingLink = page.getByRole('link', { name: 'Pay in Billing' })
  await expect.element(button('Pay $397.00')).toBeVisible()
  await expect.element(billingLink).not.toBeInTheDocument()
  await button('Pay $397.00').click()
  await button('Confirm').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.cardShort)
  await expect.element(billingLink).toHaveAttribute('href', '/account/billing/')
  await expect.element(button('Pay $397.00')).toBeEnabled()
  await expectFits()
})

test('an amount that has changed meanwhile is shown, and not charged', async () => {
  const outdated = messages.otherOpenAmount('$450.00')
  answerCalls(() => ({ status: 400, body: { errors: outdated, outdated: true } }))
  await showPage('email-bounced', { values: unpaid })
  answerPage('email-bounced', { ...unpaid, openMonth: { ...payableMonth, cents: 450_00 } })
  await button('Pay $397.00').click()
  await button('Confirm').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(outdated)
  await expect.element(button('Pay $450.00')).toBeEnabled()
})

test('a lost answer can be sent again', async () => {
  const answers = [{ status: 500, body: {} }, paid]
  answerCalls(() => answers.shift() ?? paid)
  await showPage('email-bounced', { values: unpaid })
  await button('Pay $397.00').click()
  await button('Confirm').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(messages.tryAgainIsSafe)
  await button('Pay $397.00').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  answerPage('email-bounced', active)
  await button('Confirm').click()
  await expect.element(line(thanks)).toHaveFocus()
})

test('paying after the account has ended says so', async () => {
  answerCalls(() => ({ status: 400, body: { errors: messages.accountHasEnded, outdated: true } }))
  await showPage('email-bounced', { values: unpaid })
  answerPage('email-bounced', { ...active, scope: 'reactivation', statusId: 'expired', status: 'Expired' })
  await button('Pay $397.00').click()
  await button('Confirm').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.accountHasEnded)
  await expect.element(button('Pay $397.00')).not.toBeInTheDocument()
})

test('a payment that its bank confirms late is awaited in the line', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answerCalls((each) =>
    isFor(each, payOpen)
      ? { status: 202, body: { data: { status: 'confirming', number: 'R-1004' } } }
      : promise,
  )
  await showPage('email-bounced', { values: unpaid })
  answerPage('email-bounced', active)
  await button('Pay $397.00').click()
  await button('Confirm').click()
  await expect.element(line(/is being confirmed with the bank/)).toHaveFocus()
  await expectAccessible()
  resolve({ body: { data: { status: 'paid', open_cents: 0, has_ended: false } } })
  await expect.element(line(thanks)).toHaveFocus()
})

test('a page opened while it is being confirmed follows it, without taking the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answerCalls(() => promise)
  await showPage('email-bounced', { values: confirming })
  answerPage('email-bounced', active)
  await expect.element(line(/is being confirmed with the bank/)).toBeVisible()
  await page.getByLabelText('New email').click()
  resolve({ body: { data: { status: 'paid', open_cents: 0, has_ended: false } } })
  await expect.element(line(thanks)).toBeVisible()
  await expect.element(page.getByLabelText('New email')).toHaveFocus()
})

test('people who may not pay read who can', async () => {
  const whoPays = 'Only the owner or a billing manager of the account can pay.'
  const openMonth = { isConfirming: true, whoPays }
  await showPage('security', { values: { ...security, role: 'admin', openMonth } })
  await expect
    .element(page.getByText(/^The monthly payment of this account is being confirmed/))
    .toMatchTextContent(whoPays)
  await expectAccessible()
  await expectFits()
})

test('Billing has its own tile instead', async () => {
  await showPage('billing', { values: { ...billing, ...ownerOfPastDue, openMonth: payableMonth } })
  await expect.element(page.getByText(unpaidText)).not.toBeInTheDocument()
})

test('an account with nothing open has no line', async () => {
  await showPage('security', { values: security })
  await expect.element(page.getByText(unpaidText)).not.toBeInTheDocument()
})
