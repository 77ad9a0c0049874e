import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MoneyPreview } from '#contract/billing/approvals.ts'
import { findMoneyOutcome, type MoneyPageValues, previewMoney, requestMoney } from '#contract/desk/money.ts'
import { answerCalls, type SentRequest } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const bill = { number: 'R-1001', paidOn: '2026-03-01', totalCents: 14900, leftCents: 14900 }
const values: MoneyPageValues = {
  account: { number: '204518', company: 'Whitfield Realty' },
  bills: [bill, { number: 'R-1000', paidOn: '2026-02-01', totalCents: 14900, leftCents: 4900 }],
  bill: {
    ...bill,
    lines: [
      { position: 0, label: 'Single line dialer', leftCents: 8900 },
      { position: 1, label: 'Agent access', leftCents: 1000 },
    ],
  },
  offers: {
    refund: null,
    credit: null,
    'take-back': 'This account has no unused credit, so none can be taken back or paid out.',
    'pay-out': 'This account has no unused credit, so none can be taken back or paid out.',
    extend: null,
    waive: 'No bill is open.',
  },
  chosen: null,
  unusedCents: 0,
  waiting: [],
  onceSettled: [],
}

const previewOf = (dollars: number): MoneyPreview => ({
  says: `Give $${dollars}.00 of bill R-1001 as credit`,
  note: {
    lines: [{ label: 'Part of bill R-1001', cents: dollars * 100 }],
    taxCents: 0,
    totalCents: dollars * 100,
    goesTo: 'the next bill',
  },
  bill: {
    number: 'R-1001',
    isOpen: false,
    totalCents: 14900,
    leftBefore: 14900,
    leftAfter: 14900 - dollars * 100,
  },
  month: null,
  next: { before: '$149.00 on April 1', after: `$${149 - dollars}.00 on April 1` },
  mails: [{ to: 'owner@example.com', subject: 'You have a credit', text: 'Dear Owner' }],
  remarks: [],
  valueCents: dollars * 100,
  facts: [{ name: 'Left of bill R-1001', value: '$149.00' }],
})

const counted = {
  valueCents: 2000,
  givenCents: 0,
  givenDayCents: 0,
  limitCents: 25000,
  limitDayCents: 250000,
}
const shown = { preview: previewOf(20), counted, needs_second: false }
const done = {
  id: 5,
  state: 'done',
  says: previewOf(20).says,
  note_number: 'N-12',
  expires: '',
  once_settled: false,
  offers_later: false,
}

type Answer = { status?: number; body?: unknown } | 'lost'
const refused = (status: number, body: object): Answer => ({ status, body })

/** Answers the page's calls: the preview, the request and the look-up of its outcome. */
function answer({
  preview,
  request,
  outcome,
}: Partial<Record<'preview' | 'request' | 'outcome', () => Answer>>) {
  const sentCalls = answerCalls(({ path }) => {
    if (path === previewMoney.path) return preview?.() ?? { body: { data: shown } }
    if (path === findMoneyOutcome.path) return outcome?.() ?? refused(404, { errors: 'Not found.' })
    return request?.() ?? { body: { data: done } }
  })
  return { requests: () => sentCalls.filter(({ path }) => path === requestMoney.path), asked: sentCalls }
}

const open = (given: Partial<MoneyPageValues> = {}) =>
  showDeskPage('money', { values: { ...values, ...given }, role: 'money' })
const follow = page.getByRole('button', { name: 'Show what follows' })
const card = page.getByRole('region', { name: previewOf(20).says })
const confirm = card.getByRole('button', { name: previewOf(20).says })
const keyOf = (sentCalls: SentRequest | undefined) => sentCalls?.body.order_key

async function choose(howMuch = 'An amount') {
  await page.getByLabelText('What to do').selectOptions('Give credit for the next bill')
  await page.getByLabelText('How much').selectOptions(howMuch)
  if (howMuch === 'An amount') await page.getByLabelText('Amount in dollars').fill('20')
  await page.getByLabelText('Reason').selectOptions('Goodwill')
  await page.getByLabelText('Why, in your own words').fill('The lines were down')
}

async function give() {
  await choose()
  await follow.click()
  await confirm.click()
}

test('the refund preview shows the credit note, the balance, the next bill and the email', async () => {
  const { asked: sentCalls } = answer({})
  await open()
  await choose()
  await page.getByLabelText('Amount in dollars').fill('ten')
  await follow.click()
  await expect
    .element(page.getByLabelText('Amount in dollars'))
    .toHaveAccessibleDescription(/Enter an amount in dollars, such as 12\.50\./)
  await expectAccessible()
  expect(sentCalls).toEqual([])
  await page.getByLabelText('Amount in dollars').fill('20')
  await userEvent.keyboard('{Enter}')
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveFocus()
  await expect.element(card.getByRole('row', { name: 'Part of bill R-1001 $20.00' })).toBeVisible()
  await expect.element(card).toMatchTextContent('$129.00 instead of $149.00')
  await expect.element(card).toMatchTextContent('$129.00 on April 1 (now: $149.00 on April 1)')
  await expect.element(card.getByRole('region', { name: 'Email to owner@example.com' })).toBeVisible()
  await expect
    .element(card)
    .toMatchTextContent('up to $250.00 on one account and $2,500.00 on all accounts in 24 hours.')
  await expectAccessible()
})

test('sends the previewed amounts with the choice, and the outcome takes the focus', async () => {
  const { requests } = answer({})
  await open()
  await choose()
  await follow.click()
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveFocus()
  await userEvent.tab()
  await expect.element(confirm).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toMatchTextContent('Done. Credit note N-12 was issued')
  await expect.element(card).toHaveFocus()
  expect(requests()).toMatchObject([
    {
      body: {
        number: '204518',
        bill: 'R-1001',
        action: 'credit',
        how_much: 'amount',
        amount: '20',
        words: 'The lines were down',
        seen: previewOf(20).facts,
        needs_second: false,
      },
    },
  ])
  await expectAccessible()
})

test('bill lines can be selected, and changing the selection hides the preview', async () => {
  const { asked: sentCalls } = answer({})
  await open()
  await choose('Some lines of the bill')
  await follow.click()
  await expect.element(page.getByText('Choose at least one line.').first()).toBeVisible()
  await page.getByLabelText('Agent access, $10.00').click()
  await follow.click()
  await expect.element(card).toBeVisible()
  expect(sentCalls).toMatchObject([{ path: previewMoney.path, body: { how_much: 'lines', lines: [1] } }])
  await page.getByLabelText('How much').selectOptions('All that is left')
  await expect.element(card).not.toBeInTheDocument()
})

test('if something changed in between, nothing is done and a new preview is shown', async () => {
  let isFirst = true
  const changed = ['Left of bill R-1001: $149.00 before, $100.00 now.']
  const { requests } = answer({
    request: () => {
      if (!isFirst) return { body: { data: done } }
      isFirst = false
      const given = { ...counted, givenCents: 4900, givenDayCents: 9900 }
      const preview = { ...previewOf(20), facts: [{ name: 'Left of bill R-1001', value: '$100.00' }] }
      return refused(409, { errors: 'Changed.', changed, preview, counted: given, needs_second: false })
    },
  })
  await open()
  await give()
  await expect.element(card.getByRole('status')).toMatchTextContent(/Nothing was done\..*\$100\.00 now\./)
  await expect
    .element(card)
    .toMatchTextContent('you have given back $49.00 on this account and $99.00 on all accounts.')
  await expectAccessible()
  await confirm.click()
  await expect.element(page.getByRole('main').getByRole('status')).toMatchTextContent('Done.')
  expect(requests()[1]?.body.seen).toEqual([{ name: 'Left of bill R-1001', value: '$100.00' }])
})

test('above the limit the page asks a second operator and links to the request', async () => {
  const expires = '2026-03-19T15:00:00.000Z'
  answer({
    preview: () => ({
      body: { data: { ...shown, counted: { ...counted, givenDayCents: 250000 }, needs_second: true } },
    }),
    request: () => ({ body: { data: { ...done, state: 'asked', note_number: null, expires } } }),
  })
  await open()
  await choose()
  await follow.click()
  await expect
    .element(card)
    .toMatchTextContent('The limit for all accounts is passed. A second operator has to agree.')
  await card.getByRole('button', { name: 'Ask a second operator' }).click()
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toMatchTextContent(
      'Nothing is done until another operator agrees, by Mar 19, 2026, 15:00 UTC at the latest.',
    )
  await expect
    .element(page.getByRole('link', { name: 'See the request' }))
    .toHaveAttribute('href', '/desk/approvals/?request=5')
})

test('after a lost answer the page finds the outcome by itself', async () => {
  const { requests, asked: sentCalls } = answer({
    request: () => 'lost',
    outcome: () => ({ body: { data: done } }),
  })
  await open()
  await give()
  await expect.element(page.getByRole('main').getByRole('status')).toMatchTextContent('Done.')
  expect(requests()).toHaveLength(1)
  expect(keyOf(sentCalls.at(-1))).toBe(keyOf(requests()[0]))
})

test('a request that did not arrive can be resent under the same key', async () => {
  const { requests } = answer({ request: () => 'lost' })
  await open()
  await give()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Your request did not arrive, and nothing was done. Try again.')
  await confirm.click()
  await expect.poll(() => requests()).toHaveLength(2)
  expect(keyOf(requests()[1])).toBe(keyOf(requests()[0]))
})

test('while the bank has not answered the page can check again; the next action has a new key', async () => {
  const { requests, asked: sentCalls } = answer({
    request: () => ({ body: { data: { ...done, state: 'agreed', note_number: null } } }),
    outcome: () => ({ body: { data: { ...done, state: 'agreed', note_number: null } } }),
  })
  await open()
  await give()
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toMatchTextContent('The bank has not answered yet.')
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect.poll(() => keyOf(sentCalls.at(-1))).toBe(keyOf(requests()[0]))
  await page.getByRole('link', { name: 'Do something else with this account’s money' }).click()
  const next = JSON.parse(sessionStorage.getItem('desk-money-204518') ?? '{}') as object
  expect(next).toMatchObject({ isSent: false })
  expect(next).not.toMatchObject({ key: keyOf(requests()[0]) })
})

test('pending approvals are listed above the bills, and unavailable actions say why', async () => {
  await open({
    waiting: [{ id: 4, says: 'Refund $427.00', askedBy: 'Mona Reyes', until: '2026-03-19T15:00:00.000Z' }],
  })
  await expect
    .element(page.getByText('Refund $427.00, asked for by Mona Reyes, until Mar 19, 2026, 15:00 UTC'))
    .toBeVisible()
  await expect.element(page.getByText('No bill is open.')).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Waive the open bill' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'R-1001' })).toHaveAttribute('aria-current', 'true')
  const bills = document.querySelector('section[aria-label="Paid bills"]')
  expect(bills?.scrollWidth).toBe(bills?.clientWidth)
})

test('the URL preselects an action when the page opens', async () => {
  const offers = { ...values.offers, 'take-back': null }
  await open({ offers, chosen: 'take-back', unusedCents: 14_900 })
  await expect.element(page.getByLabelText('What to do')).toHaveValue('take-back')
  await expect.element(page.getByLabelText('How much')).toBeVisible()
})

test('a refund refused on the day of payment is offered for later, with a preview', async () => {
  const waits = { ...done, id: 6, state: 'agreed', note_number: null, once_settled: true }
  const answers = [
    { body: { data: { ...done, state: 'failed', note_number: null, offers_later: true } } },
    { body: { data: waits } },
  ]
  const { asked: sentCalls, requests } = answer({ request: () => answers.shift() ?? 'lost' })
  await open()
  await choose()
  await follow.click()
  await confirm.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No money moved/)
  await page.getByRole('button', { name: 'Refund it once the payment has settled' }).click()
  await expect.element(card).toBeVisible()
  await confirm.click()
  const outcome = page.getByRole('main').getByRole('region')
  await expect.element(outcome).toMatchTextContent(/It is sent once the payment has settled/)
  await expect.element(page.getByRole('button', { name: 'Look again' })).not.toBeInTheDocument()
  await expectAccessible()
  expect(sentCalls.filter(({ path }) => path === previewMoney.path).at(-1)?.body).toMatchObject({
    once_settled: true,
  })
  expect(requests().map(({ body }) => body.once_settled === true)).toEqual([false, true])
  expect(new Set(requests().map(keyOf)).size).toBe(2)
})

test('a refund that waits for its payment can be withdrawn until it is sent', async () => {
  const waits = { id: 9, amount: '$20.00', bill: 'R-1001', until: '2026-03-06T10:00:00Z', isSent: false }
  const sentCalls = answerCalls(() => ({ body: { data: { said: 'The refund is withdrawn.' } } }))
  await open({ onceSettled: [waits, { ...waits, id: 10, amount: '$5.00', isSent: true }] })
  const list = page.getByRole('region', { name: 'Waiting for the payment to settle' })
  await expect.element(list).toMatchTextContent(/given up on Mar 6, 2026.*It is being sent right now/)
  await expectAccessible()
  await list.getByRole('button', { name: 'Withdraw the refund of $20.00' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('They changed their mind')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'The refund is withdrawn.' })).toHaveFocus()
  await expect.element(list).not.toMatchTextContent(/\$20\.00/)
  expect(sentCalls).toMatchObject([
    { body: { number: '204518', refund: 9, reason: 'They changed their mind' } },
  ])
})
