import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { showPrinted } from '#web/test-kit/print.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { openMonth, ownerOfActive, ownerOfPastDue } from '#web/test-kit/values-account.ts'

const cancel: PageValues['cancel'] = {
  ...ownerOfActive,
  money: {
    nextCharge: { cents: 149_00, creditCents: 0, on: '2026-04-18', lastMomentToCancel: 'April 17' },
    open: null,
    hold: null,
    holdOffer: { heldCents: 10_00, fullCents: 149_00 },
    cancellation: null,
  },
}
const pastDue: PageValues['cancel'] = {
  ...cancel,
  ...ownerOfPastDue,
  money: { ...cancel.money, nextCharge: null, open: openMonth, holdOffer: null },
}
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const menu = () => page.getByRole('navigation', { name: 'Your account' }).getByRole('link')

async function leave() {
  await page.getByLabelText('Why do you want to cancel?').selectOptions('It costs too much')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your receipt' })).toHaveFocus()
}

test('explains what canceling means and offers the alternatives', async () => {
  await showPage('cancel', { values: cancel })
  await expect
    .element(tile('Cancel'))
    .toMatchTextContent('Your service runs to the end of the month you paid for, April 17, 2026.')
  await expect.element(tile('Or pause it')).toMatchTextContent('$10.00 a month instead of $149.00')
  await expect.element(tile('Or make it smaller')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.element(page.getByLabelText('Why do you want to cancel?')).toHaveFocus()
  await expectAccessible()
})

test('past due, the cancel page makes no false promises', async () => {
  await showPage('cancel', { values: pastDue })
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('so the account ends right away')
  await expect.element(main).toMatchTextContent('we will not collect the unpaid $397.00')
  await expect.element(main).not.toMatchTextContent('until the last day')
  await expect.element(tile('Or pause it')).not.toBeInTheDocument()
  await expectFits()
})

test('after canceling, the receipt is shown and the account can be kept', async () => {
  const requests = answerCalls(({ path }) =>
    path.includes('undo')
      ? { body: { data: { status: 'active' } } }
      : { body: { data: { reference: 'CABCDEFGH', last_day: '2026-04-17', has_ended: false } } },
  )
  await showPage('cancel', { values: cancel })
  await leave()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Your subscription is canceled')
  await expect.element(tile('Your receipt')).toMatchTextContent('Last dayApril 17, 2026Further chargesNone')
  await expect.element(page.getByText('Active until April 17')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Tell us what was missing' }))
    .toHaveAttribute('href', '/single/cancellation-feedback/?pin=318204')
  await expectAccessible()
  await expectFits()
  await page.getByRole('button', { name: 'Keep my subscription after all' }).click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(requests).toHaveLength(2)
})

test('a receipt prints without the badge and the buttons', async () => {
  const cancellation = { lastDay: '2026-04-17', reference: 'CABCDEFGH' }
  await showPage('cancel', {
    values: { ...cancel, runsThrough: '2026-04-17', money: { ...cancel.money, cancellation } },
  })
  const badge = page.getByText('Active until April 17')
  await expect.element(badge).toBeVisible()
  await showPrinted()
  await expect.element(badge).not.toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.element(tile('Your receipt')).toBeVisible()
})

test('canceling after the month was paid in another tab shows the last day and can be undone', async () => {
  const answer = { reference: 'CABCDEFGH', last_day: '2026-04-17', has_ended: false }
  answerCalls(() => ({ body: { data: answer } }))
  await showPage('cancel', { values: pastDue })
  await expect.element(menu()).toHaveTextContent('Billing')
  await leave()
  await expect.element(tile('Your receipt')).toMatchTextContent('Last dayApril 17, 2026Further chargesNone')
  await expect.element(page.getByText('Active until April 17')).toBeVisible()
  await expect.element(menu().filter({ hasText: 'Plan' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep my subscription after all' })).toBeEnabled()
  await expectAccessible()
})

test('canceling after a decline shows that the account has ended and how to reactivate it', async () => {
  const answer = { reference: 'CABCDEFGH', last_day: '2026-03-17', has_ended: true }
  answerCalls(() => ({ body: { data: answer } }))
  await showPage('cancel', { values: cancel })
  await leave()
  const receipt = tile('Your receipt')
  await expect.element(receipt).toMatchTextContent('Last dayIt has ended nowFurther chargesNone')
  await expect.element(receipt.getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect
    .element(receipt.getByRole('link', { name: 'Reactivate it' }))
    .toHaveAttribute('href', '/account/reactivate/')
  await expectAccessible()
  await expectFits()
})

test('a refused hold is reported beside its button, which keeps the focus', async () => {
  answerCalls(() => ({ status: 409, body: { errors: 'This changed while you had it open.' } }))
  await showPage('cancel', { values: cancel })
  const offer = tile('Or pause it')
  const pause = offer.getByRole('button', { name: 'Put my plan on hold' })
  ;(pause.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(offer.getByRole('alert')).toHaveTextContent('This changed while you had it open.')
  await expect.element(pause).toHaveFocus()
  expect(left).toEqual([])
  await expectAccessible()
})

test('a plan can be put on hold instead, at the price shown', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'held' } } }))
  await showPage('cancel', { values: cancel })
  await page.getByLabelText('For how long?').selectOptions('2 months')
  await page.getByRole('button', { name: 'Put my plan on hold' }).click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(requests[0]?.body).toEqual({ months: 2, from: '2026-04-18', held_cents: 10_00 })
})

test('a plan with a planned hold is not offered another', async () => {
  const hold = { from: '2026-04-18', until: '2026-06-18', hasBegun: false, canEnd: true }
  await showPage('cancel', { values: { ...cancel, money: { ...cancel.money, hold } } })
  await expect
    .element(tile('Your plan is going on hold').getByRole('link', { name: 'See the hold' }))
    .toHaveAttribute('href', '/account/plan/')
  await expect.element(tile('Or make it smaller')).not.toBeInTheDocument()
  await expect.element(tile('Or pause it')).not.toBeInTheDocument()
  await expectFits()
})

test.each([
  ['waiting', 'This subscription is canceled. There are no further charges.'],
  ['ended', 'This subscription was canceled and has ended. There are no further charges.'],
  ['undone', 'This cancellation was undone. The subscription continues.'],
] as const)('anyone with the link of a receipt sees whether it still counts (%s)', async (state, text) => {
  const undoneOn = state === 'undone' ? '2026-03-19' : null
  await showPage('cancellation', {
    values: {
      receipt: {
        reference: 'CABCDEFGH',
        company: 'Harbor Homes',
        pin: '318204',
        requestedOn: '2026-03-18',
        lastDay: '2026-04-17',
        state,
        undoneOn,
      },
    },
  })
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(tile('Receipt')).toMatchTextContent('Last day of serviceApril 17, 2026')
  await expectFits()
})

test('an unknown receipt says so', async () => {
  await showPage('cancellation', { values: { receipt: null } })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('We could not find this cancellation')
})
