import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { fillCard } from '#web/test-kit/card.ts'
import { answerPage } from '#web/test-kit/present-page.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { countries, openMonth, ownerOfPastDue, paidBill, visa } from '#web/test-kit/values-account.ts'
import { billing, plan, reactivation } from '#web/test-kit/values-account-pages.ts'

// Only the amounts shown are charged. Others are refused, and the page then shows the current ones.

const amounts = 'The amounts have changed since you opened this page.'
const tile = (name: string | RegExp) => page.getByRole('region', { name })

/** The first attempt is refused as outdated, the next one is paid. Returns what was sent. */
function refuseOnce(errors: string, paid: object) {
  let isFirst = true
  const requests = answerCalls(() => {
    if (!isFirst) return { body: { data: paid } }
    isFirst = false
    return { status: 400, body: { errors, outdated: true } }
  })
  return () => requests.map(({ body }) => body)
}

test('“Save card” never charges a month that the page did not show; the typed card is kept and can pay', async () => {
  const otherAmount = 'It is now $397.00. Nothing was charged'
  const sent = refuseOnce(otherAmount, { status: 'paid', number: 'R-1004' })
  await showPage('billing', { values: billing })
  await page.getByText('Use another card').click()
  await fillCard('4111111111111111')
  answerPage('billing', {
    ...billing,
    ...ownerOfPastDue,
    money: { ...billing.money, open: openMonth },
    bills: [{ ...paidBill, number: 'R-1004', state: 'open' }, paidBill],
  })
  await page.getByRole('button', { name: 'Save card', exact: true }).click()
  const due = tile('Open')
  await expect.element(due.getByRole('heading', { name: 'Open' })).toHaveFocus()
  await expect.element(due.getByRole('alert')).toMatchTextContent(otherAmount)
  await expect.element(due.getByRole('alert')).toBeInViewport()
  await expect.element(due).toMatchTextContent('Your service has been paused since')
  await expect.element(tile('Bills and receipts').getByRole('row').nth(1)).toMatchTextContent('Open')
  await expect.element(page.getByLabelText('Card number')).toHaveValue('4111-1111-1111-1111')
  await expect.element(page.getByLabelText('CVV')).toHaveValue('123')
  await expectAccessible()
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  await expect.poll(() => left).toEqual(['/account/billing/?paid=R-1004'])
  expect(sent().map(({ open_cents }) => open_cents)).toEqual([0, 397_00])
})

test('a mailed link charges only the amount it showed, and shows the current one', async () => {
  const otherAmount = 'It is now $397.00. Nothing was charged'
  const sent = refuseOnce(otherAmount, { status: 'paid', number: 'R-1004' })
  const pay = (cents: number): PageValues['pay'] => ({
    linkToken: 'abc',
    due: {
      company: 'Harbor Homes',
      pin: '318204',
      open: { ...openMonth, cents },
      card: { ...visa, isRefused: false },
      backup: null,
    },
    countries,
  })
  await showPage('pay', { values: pay(348_00), path: '/pay/abc/' })
  answerPage('pay', pay(397_00))
  await page.getByRole('button', { name: /^Pay \$348\.00 with/ }).click()
  await expect.element(tile('Open').getByRole('heading', { name: 'Open' })).toHaveFocus()
  await expect.element(tile('Open').getByRole('alert')).toMatchTextContent(otherAmount)
  await expectAccessible()
  await page.getByRole('button', { name: /^Pay \$397\.00 with/ }).click()
  await expect.element(page.getByRole('main')).toMatchTextContent('You paid $397.00')
  const paying = { card_id: 70 }
  expect(sent()).toEqual([
    { open_cents: 348_00, ...paying },
    { open_cents: 397_00, ...paying },
  ])
})

test('a plan page with outdated prices shows the current ones and keeps the choices', async () => {
  const sent = refuseOnce(amounts, { status: 'changed' })
  await showPage('plan', {
    values: { ...plan, prices: { ...defaultPrices, TRIPLE_LINE_POWER_DIALER: 149_00 } },
  })
  answerPage('plan', plan)
  const preview = tile(/^Your plan$|^What this means$/)
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await preview.getByRole('button', { name: 'Pay $149.00 and change' }).click()
  await expect.element(preview.getByRole('alert')).toMatchTextContent(amounts)
  await expect.element(preview).toMatchTextContent('Triple line dialer, 31 of 31 days$139.00')
  await expect.element(preview).not.toMatchTextContent('new price')
  await expectAccessible()
  await preview.getByRole('button', { name: 'Pay $139.00 and change' }).click()
  await expect.poll(() => left).toEqual(['/account/plan/?changed=1'])
  expect(sent().map(({ now_cents }) => now_cents)).toEqual([149_00, 139_00])
})

test('a reactivation at an outdated price shows the current one and keeps the typed card', async () => {
  const sent = refuseOnce(amounts, { status: 'active' })
  await showPage('reactivate', {
    values: { ...reactivation, newTotalCents: 1_00, due: { cents: 1_00, creditCents: 0 } },
  })
  answerPage('reactivate', reactivation)
  const back = tile('Reactivate your account')
  await back.getByText('Use another card').click()
  await fillCard('4111111111111111')
  await back.getByRole('button', { name: 'Pay $1.00 and reactivate' }).click()
  await expect.element(back.getByRole('alert')).toMatchTextContent(amounts)
  await expect.element(back).toMatchTextContent('$149.00 charged today, then every month')
  await expect.element(page.getByLabelText('Card number')).toHaveValue('4111-1111-1111-1111')
  await expectAccessible()
  await back.getByRole('button', { name: 'Pay $149.00 and reactivate' }).click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(sent().map(({ total_cents }) => total_cents)).toEqual([1_00, 149_00])
})

test('a page that cannot read the current amounts asks for a reload', async () => {
  answerCalls(({ method }) =>
    method === 'GET' ? 'lost' : { status: 400, body: { errors: amounts, outdated: true } },
  )
  await showPage('reactivate', { values: reactivation })
  await page.getByRole('button', { name: /^Pay \$149\.00 with Visa/ }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${amounts} ${messages.reloadToSee}`)
})
