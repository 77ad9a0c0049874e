import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { balance } from '#contract/features/billing.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { answerPage } from '#web/test-kit/present-page.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { countries, ownerOfActive, planLine, visa } from '#web/test-kit/values-account.ts'

const lines = [planLine('triple'), planLine('lead')]
const values: PageValues['reactivate'] = {
  ...ownerOfActive,
  statusId: 'canceled',
  status: 'Canceled',
  scope: 'reactivation',
  firstName: 'Luis',
  plan: { lines, totalCents: 139_00 },
  money: { card: visa, reactivateBy: '2026-06-15' },
  newerPin: null,
  newLines: lines,
  newTotalCents: 149_00,
  due: { cents: 149_00, creditCents: 0 },
  countries,
}
const pay = () => page.getByRole('button', { name: 'Pay $149.00 with Visa ending in 1111' })

test('an ended account is reactivated with its plan at today’s price for one payment', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'active' } } }))
  await showPage('reactivate', { values })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back, Luis')
  await expect.element(page.getByRole('main')).toMatchTextContent('Your account was canceled and has ended.')
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('You can reactivate it through June 15, 2026.')
  await expect
    .element(page.getByRole('region', { name: 'What was in it' }))
    .toMatchTextContent('Monthly total$149.00')
  await expectAccessible()
  await expectFits()
  await pay().click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(requests.map(({ body }) => body.total_cents)).toEqual([149_00])
})

test.each([
  ['was refused for good', { refused: 'Your bank says this card has expired.' }],
  ['has expired', { refused: '', expiresTooSoon: true }],
])('a card on file that %s is not hidden: the page says why it cannot pay', async (_, state) => {
  const card = { ...visa, ...state }
  await showPage('reactivate', { values: { ...values, money: { ...values.money, card } } })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(
      `We can no longer charge your Visa card ending in 1111. ${state.refused || 'It has expired.'} Please use another card.`,
    )
  await expect.element(pay()).not.toBeInTheDocument()
})

test('the fields of the card stay on one line when a label wraps', async () => {
  const card = { ...visa, refused: 'Your bank says this card has expired.' }
  await showPage('reactivate', { values: { ...values, money: { ...values.money, card } } })
  const labels = ['Expiration month', 'Expiration year', 'CVV']
  const tops = labels.map((label) => page.getByLabelText(label).element().getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
})

test('credit pays first: shows what is charged today and every month', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'active' } } }))
  await showPage('reactivate', { values: { ...values, due: { cents: 99_00, creditCents: 50_00 } } })
  const back = page.getByRole('region', { name: 'Reactivate your account' })
  await expect.element(back).toMatchTextContent('$99.00 charged today, then $149.00 every month')
  await expect
    .element(back)
    .toMatchTextContent('Your first month costs $149.00. Your credit pays $50.00 of it.')
  await expectAccessible()
  await expectFits()
  await page.getByRole('button', { name: 'Pay $99.00 with Visa ending in 1111' }).click()
  await expect.poll(() => requests.map(({ body }) => body.total_cents)).toEqual([99_00])
})

test('when credit covers everything, no card is requested', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'active' } } }))
  await showPage('reactivate', {
    values: { ...values, money: { ...values.money, card: null }, due: { cents: 0, creditCents: 149_00 } },
  })
  await expect.element(page.getByText('Use another card')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Reactivate', exact: true }).click()
  await expect.poll(() => requests.map(({ body }) => body.total_cents)).toEqual([0])
})

test('if another tab has reactivated it, the page leads to the account', async () => {
  answerCalls(() => ({ status: 409, body: { errors: 'Already active.', data: { status: 'active' } } }))
  await showPage('reactivate', { values })
  await pay().click()
  await expect.poll(() => left).toEqual(['/account/'])
})

test('after 90 days the page says what to do instead', async () => {
  await showPage('reactivate', { values: { ...values, newLines: [], newerPin: '500123' } })
  await expect.element(page.getByRole('main')).toMatchTextContent('ended more than 90 days ago.')
  await expect.element(page.getByRole('main')).toMatchTextContent('sign in to account number 500123')
  await expect.element(pay()).not.toBeInTheDocument()
})

const ordered: PageValues['reactivate'] = { ...values, statusId: 'waiting for reactivation' }
const back = (name: string) => page.getByRole('region', { name })

test('a tab that follows a reactivation reloads once the account is active', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answerCalls(() => promise)
  await showPage('reactivate', { values: ordered })
  await expect
    .element(back('Reactivating your account'))
    .toMatchTextContent('Your payment is being confirmed with the bank.')
  await expect.element(page.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
  await expectAccessible()
  await expectFits()
  resolve({ body: { data: { status: 'nothing_open', open_cents: 0, has_ended: false } } })
  await expect.poll(() => left).toHaveLength(1)
})

test('after a decline that tab says so until the next payment', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answerCalls(({ path }) => (path === balance.path ? promise : new Promise(() => {})))
  await showPage('reactivate', { values: ordered })
  answerPage('reactivate', values)
  resolve({ body: { data: { status: 'nothing_open', open_cents: 0, has_ended: true } } })
  const alert = back('Reactivate your account').getByRole('alert')
  await expect.element(alert).toHaveTextContent(messages.notCharged)
  await expectAccessible()
  await pay().click()
  await expect.element(alert).not.toBeInTheDocument()
})
