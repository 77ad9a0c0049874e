import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { balance, updateCard } from '#contract/features/billing.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { fillCard } from '#web/test-kit/card.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { answerPage } from '#web/test-kit/present-page.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { openMonth, paidBill, visa } from '#web/test-kit/values-account.ts'
import { billing, billingPastDue as pastDue, usable } from '#web/test-kit/values-account-pages.ts'

const path = '/account/billing/'
const tile = (name: string) => page.getByRole('region', { name, exact: true })

test('past due, the page says what is due, what is paused and when the account ends', async () => {
  await showPage('billing', { values: pastDue })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('The last monthly payment did not go through.')
  const open = tile('Open')
  await expect.element(open).toMatchTextContent('$397.00 bill R-1004')
  await expect
    .element(open)
    .toMatchTextContent('Your service has been paused since March 17, 2026, 12:00 AM Central.')
  await expect
    .element(open)
    .toMatchTextContent('we will try the card on file again on March 20, 2026, 9:00 AM Central')
  await expect.element(open).toMatchTextContent('the account ends on March 24, 2026, 9:00 AM Central')
  await expect
    .element(page.getByRole('link', { name: 'Cancel subscription' }))
    .toHaveAttribute('href', '/account/cancel/')
  await expectAccessible()
})

test.each([
  ['date', 'Your bank told us the new expiry date.', false],
  ['closed', 'account is closed, so we will not charge it. Please use another card.', true],
] as const)(
  'both tiles say what the bank told us about their card: %s',
  async (bankTold, says, needsCard) => {
    const card = {
      ...visa,
      refused: needsCard ? 'Your bank says the account for this card is closed.' : '',
    }
    const news = { ...usable, bankTold }
    const values = {
      ...billing,
      news: { first: news, backup: news },
      money: { ...billing.money, card, backup: { ...card, id: 71 } },
    }
    await showPage('billing', { values })
    await expect.element(tile('Card on file')).toMatchTextContent(says)
    await expect.element(tile('Backup card')).toMatchTextContent(says)
    await expect.element(page.getByText('Use another card')).toBeVisible()
    expect(page.getByLabelText('Card number').element().checkVisibility()).toBe(needsCard)
    await expectAccessible()
  },
)

test('a declined card shows the error at its number; the next one pays the amount shown', async () => {
  const requests = answerCalls(({ body }) =>
    String(body.number).startsWith('4')
      ? { status: 400, body: { errors: { number: [messages.cardDeclined] } } }
      : { body: { data: { status: 'paid', number: 'R-1004' } } },
  )
  await showPage('billing', { values: pastDue, path })
  const pay = page.getByRole('button', { name: 'Save card and pay $397.00' })
  await pay.click()
  await expect.element(page.getByLabelText('Card number')).toHaveFocus()
  expect(requests).toEqual([])
  await fillCard('4000000000000002')
  await pay.click()
  await expect.element(page.getByLabelText('Card number')).toHaveAccessibleDescription(messages.cardDeclined)
  await expectAccessible()
  await page.getByLabelText('Card number').fill('5555555555554444')
  await pay.click()
  await expect.poll(() => left).toEqual(['/account/billing/?paid=R-1004'])
  expect(requests.at(-1)?.body).toMatchObject({ open_cents: 397_00, holder: 'Joan Okafor' })
})

test('a card that could not be checked leaves the one on file, and says so', async () => {
  answerCalls(() => ({ status: 400, body: { errors: messages.cardNotChecked } }))
  await showPage('billing', { values: billing, path })
  await expect.element(tile('Card on file')).toMatchTextContent('Visa ending in 1111, expires 12/2028.')
  await page.getByText('Use another card').click()
  await fillCard()
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect.element(page.getByText(messages.cardNotChecked)).toBeVisible()
  await expect.element(page.getByLabelText('CVV')).toHaveValue('123')
})

test('with nothing due a new card is only stored', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'saved', number: '' } } }))
  await showPage('billing', { values: billing, path })
  await page.getByText('Use another card').click()
  await fillCard()
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect.poll(() => left).toEqual(['/account/billing/?saved=card'])
  expect(requests.map(({ body }) => body.open_cents)).toEqual([0])
})

const backup = { ...visa, brand: 'Mastercard', lastFour: '4444', id: 71 }

test('the open bill is paid with either card, which is named by its id', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'paid', number: 'R-1004' } } }))
  await showPage('billing', { values: { ...pastDue, money: { ...pastDue.money, backup } }, path })
  await expect.element(tile('Open').getByRole('button', { name: /Visa ending in 1111/ })).toBeEnabled()
  await tile('Open').getByRole('button', { name: 'Pay $397.00 with Mastercard ending in 4444' }).click()
  await expect.poll(() => left).toEqual(['/account/billing/?paid=R-1004'])
  expect(requests.map(({ body }) => body)).toEqual([{ open_cents: 397_00, card_id: 71 }])
})

test.each([
  ['backup-card-added', 'Your backup card is on file.'],
  ['backup-card-removed', 'Your backup card was removed.'],
  ['cards-swapped', 'The Visa card ending in 1111 is now your first card.'],
] as const)('%s is confirmed, and that nothing was charged', async (changed, says) => {
  await showPage('billing', { values: { ...billing, changed }, query: { saved: 'card' } })
  await expect.element(page.getByText(`${says} Nothing was charged.`)).toBeVisible()
})

const underWay: PageValues['billing'] = {
  ...pastDue,
  money: { ...billing.money, open: { ...openMonth, isConfirming: true } },
}
const waiting = () => tile('Open').getByText(/being confirmed with the bank/)

test('a page opened during a charge offers no payment and follows the running one', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const requests = answerCalls(() => promise)
  await showPage('billing', { values: underWay, path })
  await expect.element(waiting()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^(Pay|Save card)/ })).not.toBeInTheDocument()
  await expectAccessible()
  resolve({ body: { data: { status: 'paid', open_cents: 0, has_ended: false } } })
  await expect.poll(() => left).toEqual(['/account/billing/?paid=R-1004'])
  expect(requests.map((one) => isFor(one, balance))).toEqual([true])
})

test('while a typed card is being confirmed, no other card is offered and no next try is named', async () => {
  answerCalls((one) =>
    isFor(one, updateCard)
      ? { status: 202, body: { data: { status: 'confirming', number: 'R-1004' } } }
      : new Promise(() => {}),
  )
  await showPage('billing', { values: pastDue, path })
  const onFile = tile('Open').getByRole('button', { name: 'Pay $397.00 with Visa ending in 1111' })
  await fillCard()
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  await expect.element(waiting()).toBeVisible()
  await expect.element(tile('Open')).not.toHaveTextContent('we will try the card on file again')
  await expect.element(onFile).toBeDisabled()
})

test('after a decline the page says so and offers to pay again', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answerCalls(() => promise)
  await showPage('billing', { values: underWay, path })
  answerPage('billing', pastDue)
  await expect.element(waiting()).toBeVisible()
  resolve({ body: { data: { status: 'open', open_cents: 397_00, has_ended: false } } })
  await expect.element(tile('Open').getByRole('alert')).toHaveTextContent(messages.notCharged)
  await expect.element(waiting()).not.toBeInTheDocument()
  await expect
    .element(tile('Open').getByRole('button', { name: 'Pay $397.00 with Visa ending in 1111' }))
    .toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'Save card and pay $397.00' })).toBeEnabled()
  await expectAccessible()
  await expectFits()
})

test('beside an unpaid bill, what the bank told us about the card on file is said as well', async () => {
  const news = { ...billing.news, first: { bankTold: 'number', hasExpired: false, freeFrom: null } as const }
  await showPage('billing', { values: { ...pastDue, news } })
  await expect.element(tile('Open')).toMatchTextContent('Your bank told us the new card number.')
})

test('a card declined too often is not offered for the unpaid bill, and the page says until when', async () => {
  const news = { ...billing.news, first: { ...usable, freeFrom: 'April 4, 2026, 6:00 AM Central' } }
  await showPage('billing', { values: { ...pastDue, money: { ...pastDue.money, backup }, news } })
  await expect
    .element(tile('Open'))
    .toMatchTextContent(
      'Your bank declined your Visa ending in 1111 too many times. You can pay with it again after April 4, 2026, 6:00 AM Central.',
    )
  await expect
    .element(tile('Open').getByRole('button'))
    .toHaveTextContent('Pay $397.00 with Mastercard ending in 4444')
})

test('after a refusal for good the page says what comes next, and why nothing was charged', async () => {
  const says = messages.cardNotChargedAgain('closed')
  answerCalls(() => ({ status: 400, body: { errors: { number: [says] } } }))
  await showPage('billing', { values: pastDue, path })
  const card = { ...visa, refused: 'Your bank says the account for this card is closed.' }
  const open = { ...openMonth, sayRefused: '', sayNextTry: 'We will not retry this payment automatically.' }
  answerPage('billing', { ...pastDue, money: { ...pastDue.money, card, open } })
  await tile('Open').getByRole('button').click()
  await expect.element(tile('Open')).toMatchTextContent('We will not retry this payment automatically.')
  await expect.element(tile('Open').getByRole('alert')).toHaveTextContent(says)
  await expect.element(tile('Open').getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Open' })).toHaveFocus()
})

test('the payment or saved card is announced once: it is removed from the URL', async () => {
  history.replaceState(null, '', `${location.pathname}?paid=R-1003`)
  await showPage('billing', { values: billing, query: { paid: 'R-1003' } })
  await expect.element(page.getByRole('status')).toMatchTextContent('You paid $397.00. Your receipt R-1003')
  expect(location.search).toBe('')
})

test('a new card on file is confirmed, and that nothing was charged', async () => {
  await showPage('billing', { values: { ...billing, changed: 'card-changed' }, query: { saved: 'card' } })
  await expect.element(page.getByText('Your new card is on file. Nothing was charged.')).toBeVisible()
})

test('paying after the account has ended says so, and how to reactivate it', async () => {
  answerCalls(() => ({ status: 400, body: { errors: messages.accountHasEnded, outdated: true } }))
  await showPage('billing', { values: pastDue, path })
  answerPage('billing', {
    ...pastDue,
    scope: 'reactivation',
    money: { ...billing.money, reactivateBy: '2026-06-15' },
  })
  await tile('Open').getByRole('button').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(messages.accountHasEnded)
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent('This account has ended, and there are no further charges.')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.element(page.getByRole('link', { name: 'Reactivate it' })).toBeVisible()
  await expect.element(tile('Open')).not.toBeInTheDocument()
  await expectAccessible()
  await expectFits()
})

test('lists refunds, credit and payments returned by the bank', async () => {
  const note = {
    number: 'N-7',
    issuedOn: '2026-03-01',
    bill: 'R-1003',
    way: 'credit' as const,
    cents: 20_00,
    failedOn: null,
  }
  await showPage('billing', {
    values: {
      ...billing,
      bills: [{ ...paidBill, state: 'returned' }],
      credit: 'You have a credit of $20.00. Your next bill uses it first.',
      notes: [note, { ...note, number: 'N-6', way: 'card' }],
    },
  })
  await expect.element(tile('Bills and receipts').getByRole('row').nth(1)).toMatchTextContent('Returned')
  const notes = tile('Refunds and credit')
  await expect.element(notes).toMatchTextContent('You have a credit of $20.00. Your next bill uses it first.')
  await expect.element(notes).toMatchTextContent('Credit for receipt R-1003')
  await expect.element(notes).toMatchTextContent('Refund to the card for receipt R-1003')
  await expect
    .element(notes.getByRole('link', { name: 'N-7', exact: true }))
    .toHaveAttribute('href', '/account/billing/credit-notes/N-7/')
  await expectAccessible()
  await expectFits()
})

test('without refunds their list is hidden, and a billing manager cannot cancel', async () => {
  await showPage('billing', { values: { ...billing, role: 'billing' } })
  await expect.element(tile('Refunds and credit')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Cancel subscription' })).not.toBeInTheDocument()
})

test('from the phone app billing is one column under the logo, with its own title', async () => {
  await showPage('billing', { values: { ...billing, isPhone: true } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Manage your payment')
  await expect.element(page.getByText('Harbor Homes, account number 318204: Active')).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  // Otherwise the page would save a card for the person who has signed in since.
  expect(document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf).toBe('11')
  await page.getByText('Use another card').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByLabelText('Card number')).toHaveFocus()
  await expectFits()
})

test('a card that its bank refused for good is not offered, and the form for another is open', async () => {
  const card = { ...visa, refused: 'Your bank says the account for this card is closed.' }
  const open = { ...openMonth, sayRefused: `${card.refused} We will not try it again.`, sayNextTry: '' }
  await showPage('billing', { values: { ...pastDue, money: { ...pastDue.money, card, open } } })
  await expect
    .element(tile('Open'))
    .toMatchTextContent(`${card.refused} We will not try it again. Pay with another card.`)
  await expect.element(tile('Open').getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  await expectAccessible()
})
