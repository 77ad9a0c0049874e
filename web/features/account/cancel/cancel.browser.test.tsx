import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
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
const tile = (name: string) => page.getByRole('region', { name, exact: true })

test('the page says what canceling means, beside what else can be done', async () => {
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

test('past due, canceling promises nothing that is not so', async () => {
  await showPage('cancel', {
    values: {
      ...cancel,
      ...ownerOfPastDue,
      money: { ...cancel.money, nextCharge: null, open: openMonth, holdOffer: null },
    },
  })
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('so the account ends right away')
  await expect.element(main).toMatchTextContent('we will not collect the unpaid $397.00')
  await expect.element(main).not.toMatchTextContent('until the last day')
  await expect.element(tile('Or pause it')).not.toBeInTheDocument()
})

test('once canceled, the receipt is shown, and the account can be kept', async () => {
  const asked = answerCalls(({ path }) =>
    path.includes('undo')
      ? { body: { data: { status: 'active' } } }
      : { body: { data: { reference: 'CABCDEFGH', last_day: '2026-04-17', has_ended: false } } },
  )
  await showPage('cancel', { values: cancel })
  await page.getByLabelText('Why do you want to cancel?').selectOptions('It costs too much')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Your subscription is canceled')
  await expect.element(page.getByRole('heading', { name: 'Your receipt' })).toHaveFocus()
  await expect.element(tile('Your receipt')).toMatchTextContent('Last dayApril 17, 2026Further chargesNone')
  await expect.element(page.getByText('Active until April 17')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Tell us what was missing' }))
    .toHaveAttribute('href', '/single/cancellation-feedback/?pin=318204')
  await expectAccessible()
  await page.getByRole('button', { name: 'Keep my subscription after all' }).click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(asked).toHaveLength(2)
})

test('instead a plan can rest for some months, at the price that was shown', async () => {
  const asked = answerCalls(() => ({ body: { data: { status: 'held' } } }))
  await showPage('cancel', { values: cancel })
  await page.getByLabelText('For how long?').selectOptions('2 months')
  await page.getByRole('button', { name: 'Put my plan on hold' }).click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(asked[0]?.body).toEqual({ months: 2, from: '2026-04-18', held_cents: 10_00 })
})

test('a plan that is going on hold is offered no other rest', async () => {
  const hold = { from: '2026-04-18', until: '2026-06-18', hasBegun: false, canEnd: true }
  await showPage('cancel', { values: { ...cancel, money: { ...cancel.money, hold } } })
  await expect
    .element(tile('Your plan is going on hold').getByRole('link', { name: 'See the hold' }))
    .toHaveAttribute('href', '/account/plan/')
  await expect.element(tile('Or make it smaller')).not.toBeInTheDocument()
  await expect.element(tile('Or pause it')).not.toBeInTheDocument()
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
})

test('an unknown receipt says so', async () => {
  await showPage('cancellation', { values: { receipt: null } })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('We could not find this cancellation')
})
