import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { fillCard } from '#web/test-kit/card.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { showPrinted } from '#web/test-kit/print.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { countries, openMonth, ownerOfActive, paidBill, visa } from '#web/test-kit/values-account.ts'

const customer = {
  name: 'Dana Whitfield',
  company: 'Harbor Homes',
  pin: '318204',
  address: ['1 Ledger Lane', 'Springfield, IL 62701'],
  taxNumber: '12-3456789',
}
const bill: PageValues['bill'] = {
  ...ownerOfActive,
  bill: {
    ...paidBill,
    note: '$49.00 more than the month before',
    totalCents: 50_00,
    lines: [
      { label: 'Triple line dialer, 31 of 31 days', quantity: 1, unitCents: 139_00, cents: 139_00 },
      { label: 'Single line dialer credit, 31 of 31 days', quantity: 1, unitCents: -89_00, cents: -89_00 },
    ],
    serviceFrom: '2026-02-17',
    serviceThrough: '2026-03-16',
    paidOn: '2026-02-17',
    card: 'Visa ending in 1111',
    customer,
  },
  notes: [],
}
const pay: PageValues['pay'] = {
  linkToken: 'token',
  due: {
    company: 'Harbor Homes',
    pin: '318204',
    open: openMonth,
    card: { ...visa, isRefused: false },
    backup: null,
  },
  countries,
}

test('a bill shows the customer, lines with unit prices and credits, and the total', async () => {
  await showPage('bill', { values: bill, path: '/account/billing/bills/R-1003/' })
  const sheet = page.getByRole('article')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Receipt R-1003')
  await expect.element(sheet).toMatchTextContent(/Billed toHarbor Homes.*1 Ledger Lane/)
  await expect.element(sheet).toMatchTextContent('Triple line dialer, 31 of 31 days1$139.00$139.00')
  await expect.element(sheet).toMatchTextContent('Single line dialer credit, 31 of 31 days1−$89.00−$89.00')
  await expect.element(sheet).toMatchTextContent('Total in US dollars$50.00')
  await expect.element(sheet).toMatchTextContent('$49.00 more than the month before')
  await expect
    .element(page.getByRole('link', { name: 'PDF' }))
    .toHaveAttribute('href', '/account/billing/bills/R-1003/bill.pdf')
  await expectAccessible()
})

test('printing shows only the bill itself', async () => {
  await showPage('bill', { values: bill, path: '/account/billing/bills/R-1003/' })
  const badge = page.getByText('Active', { exact: true })
  const unprinted = [page.getByRole('banner'), page.getByRole('link', { name: 'PDF' }), badge]
  for (const part of unprinted) await expect.element(part).toBeVisible()
  await showPrinted()
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(unprinted.flatMap((part) => part.elements()).filter((part) => part.checkVisibility())).toEqual([])
})

test('a bill shows refunds, credit and money returned by the bank', async () => {
  const back = { refundedCents: 10_00, creditedCents: 20_00, lostCents: 15_00 }
  const note = {
    number: 'N-7',
    issuedOn: '2026-03-01',
    bill: 'R-1003',
    way: 'credit' as const,
    cents: 20_00,
    failedOn: null,
  }
  const failed = { ...note, number: 'N-6', way: 'card' as const, failedOn: '2026-03-04' }
  await showPage('bill', {
    values: { ...bill, bill: { ...bill.bill, ...back, state: 'partly refunded' }, notes: [note, failed] },
  })
  const sheet = page.getByRole('article')
  await expect
    .element(sheet)
    .toMatchTextContent('Refunded−$10.00Given as credit−$20.00Returned by the bank−$15.00')
  await expect.element(page.getByRole('link', { name: 'N-7', exact: true })).toBeVisible()
  await expect
    .element(sheet)
    .toMatchTextContent('The bank did not carry out this refund. Since March 4, 2026 it does not count.')
  await expectFits()
})

test('a credit note says what was returned, how, and for which receipt', async () => {
  await showPage('credit-note', {
    values: {
      ...ownerOfActive,
      note: {
        number: 'N-7',
        issuedOn: '2026-03-01',
        bill: 'R-1003',
        way: 'credit',
        cents: 20_00,
        failedOn: null,
        lines: [],
        customer,
      },
    },
    path: '/account/billing/credit-notes/N-7/',
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Credit note N-7')
  await expect.element(page.getByRole('article')).toMatchTextContent('As credit for your next bill')
  await expect.element(page.getByRole('article')).toMatchTextContent('Total in US dollars$20.00')
  await expect
    .element(page.getByRole('link', { name: 'PDF' }))
    .toHaveAttribute('href', '/account/billing/credit-notes/N-7/credit-note.pdf')
  await expect
    .element(page.getByRole('link', { name: 'Receipt R-1003' }))
    .toHaveAttribute('href', '/account/billing/bills/R-1003/')
  await expectAccessible()
  await expectFits()
})

test('the mailed link pays with the card on file and says so', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'paid', number: 'R-1004' } } }))
  await showPage('pay', { values: pay })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Pay for Harbor Homes')
  await page.getByRole('button', { name: 'Pay $397.00 with Visa ending in 1111' }).click()
  await expect.element(page.getByRole('heading', { name: 'Success!' })).toHaveFocus()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('You paid $397.00, and Harbor Homes is active again.')
  expect(requests.map(({ body }) => body)).toEqual([{ open_cents: 397_00, card_id: 70 }])
  await expectAccessible()
  await expectFits()
})

test('paying by the link after somebody else did says that nothing was charged', async () => {
  answerCalls(() => ({ body: { data: { status: 'nothing_open', number: '' } } }))
  await showPage('pay', { values: pay })
  await fillCard()
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing to pay' })).toHaveFocus()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('Nothing was charged just now, and your card was not saved.')
})

test('reopening a link while the bank is asked shows the outcome of the payment', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answerCalls(() => promise)
  const open = { ...openMonth, isConfirming: true }
  await showPage('pay', {
    values: {
      ...pay,
      due: {
        company: 'Harbor Homes',
        pin: '318204',
        open,
        card: { ...visa, isRefused: false },
        backup: null,
      },
    },
  })
  await expect.element(page.getByText(/being confirmed with the bank/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^(Pay|Save card)/ })).not.toBeInTheDocument()
  resolve({ body: { data: { status: 'paid', open_cents: 0, has_ended: false } } })
  await expect.element(page.getByRole('heading', { name: 'Success!' })).toHaveFocus()
  await expect.element(page.getByRole('main')).toMatchTextContent('You paid $397.00')
})

test('a link with nothing due asks for no card', async () => {
  await showPage('pay', {
    values: { ...pay, due: { company: 'Harbor Homes', pin: '318204', open: null, card: null, backup: null } },
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Nothing to pay')
  await expect.element(page.getByRole('main')).toMatchTextContent('There is nothing to pay for Harbor Homes')
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument()
})

test('an unknown or expired link says what to do instead', async () => {
  await showPage('pay', { values: { ...pay, due: null } })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This link is no longer valid')
  await expect.element(page.getByText(messages.payLinkInvalid)).toBeVisible()
  await expectAccessible()
})
