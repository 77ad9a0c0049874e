import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { planLine, visa } from '#web/test-kit/values-account.ts'
import { plan } from '#web/test-kit/values-account-pages.ts'

const single: PageValues['plan'] = {
  ...plan,
  plan: { lines: [planLine('single'), planLine('lead')], totalCents: 99_00 },
}
const preview = () => page.getByRole('region', { name: /^Your plan$|^What this means$/ })
const press = (name: string) => page.getByRole('button', { name }).click()

test('confirming needs a change', async () => {
  await showPage('plan', { values: plan })
  await expect.element(preview().getByRole('button', { name: 'Change my plan' })).toBeDisabled()
})

test('additions are priced by the remaining days, removals end with the month', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'changed' } } }))
  await showPage('plan', {
    values: { ...plan, month: { from: '2026-03-01', to: '2026-04-01', today: '2026-03-17' } },
  })
  await press('One more: Triple line dialer')
  await page.getByLabelText('Skip tracer').click()
  await expect.element(preview()).toMatchTextContent('Triple line dialer, 15 of 31 days$67.26')
  await expect.element(preview()).toMatchTextContent('Every month from April 1, 2026$288.00')
  await expect.element(preview()).toMatchTextContent('you keep what you have paid for')
  await expect.element(preview()).toMatchTextContent('Nothing is refunded')
  await expect.element(preview()).toMatchTextContent('Charged to your Visa card ending in 1111.')
  await expectAccessible()
  await press('Pay $67.26 and change')
  await expect.poll(() => left).toEqual(['/account/plan/?changed=1'])
  expect(requests[0]?.body).toMatchObject({
    triple_line_power_dialer_count: 2,
    reverse_lookup_feature: 0,
    now_cents: 67_26,
    next_cents: 288_00,
  })
})

test('a card that its bank refused for good cannot pay for additions: another one comes first', async () => {
  const refused = { ...visa, refused: 'Your bank says this card has expired.' }
  const values = { ...plan, money: { ...plan.money, card: refused } }
  await showPage('plan', { values })
  await press('One more: Triple line dialer')
  const words = 'We can no longer charge your Visa card ending in 1111.'
  await expect.element(preview()).toMatchTextContent(`${words} Enter another card, then change your plan.`)
  await expect.element(preview()).not.toMatchTextContent('Charged to your')
  await expect.element(preview().getByRole('button', { name: /^Pay / })).toBeDisabled()
  await showPage('plan', { values: { ...values, role: 'admin' } })
  await press('One more: Triple line dialer')
  await expect
    .element(preview())
    .toMatchTextContent(`${words} Ask the owner to enter another card, then change your plan.`)
})

test('credit pays first for additions, and the rest is charged', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'changed' } } }))
  await showPage('plan', { values: { ...single, creditCents: 20_00 } })
  await press('One more: Triple line dialer')
  await press('One less: Single line dialer')
  await expect.element(preview()).toMatchTextContent('Your credit−$20.00Charged now$30.00')
  await expectAccessible()
  await expectFits()
  await press('Pay $30.00 and change')
  await expect.poll(() => requests[0]?.body).toMatchObject({ now_cents: 30_00 })
})

test('additions covered by credit charge nothing', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'changed' } } }))
  await showPage('plan', { values: { ...single, creditCents: 100_00 } })
  await press('One more: Triple line dialer')
  await press('One less: Single line dialer')
  await expect.element(preview()).toMatchTextContent('Your credit−$50.00Charged now$0.00')
  await expect
    .element(preview())
    .toMatchTextContent('Your credit pays for this. Nothing is charged to your card.')
  await press('Change my plan')
  await expect.poll(() => requests[0]?.body).toMatchObject({ now_cents: 0 })
})

test('a single line dialer becomes a triple one for the difference', async () => {
  await showPage('plan', { values: single })
  await press('One more: Triple line dialer')
  await press('One less: Single line dialer')
  await expect.element(preview()).toMatchTextContent('Triple line dialer, 31 of 31 days$139.00')
  await expect.element(preview()).toMatchTextContent('Single line dialer credit, 31 of 31 days−$89.00')
  await expect.element(preview()).toMatchTextContent('Charged now$50.00')
  await expect.element(preview()).toMatchTextContent('Single line dialer ends today.')
  await expect.element(preview()).not.toMatchTextContent('Nothing is refunded')
  await expect.element(page.getByRole('button', { name: 'Pay $50.00 and change' })).toBeEnabled()
  await expectFits()
})

test('a triple line dialer becomes a single one next month, with nothing to pay now', async () => {
  await showPage('plan', { values: plan })
  await press('One less: Triple line dialer')
  await press('One more: Single line dialer')
  await expect.element(preview()).toMatchTextContent('Charged now$0.00')
  await expect.element(preview()).toMatchTextContent('Until April 18, 2026 you keep what you have paid for.')
})

test('adding to a line under a new price list shows what the existing ones will cost', async () => {
  const raised = { ...defaultPrices, TRIPLE_LINE_POWER_DIALER: 149_00 }
  await showPage('plan', { values: { ...plan, prices: raised } })
  await expect.element(preview()).not.toMatchTextContent('new price')
  await press('One more: Triple line dialer')
  await expect
    .element(preview())
    .toMatchTextContent('Triple line dialer, the one you have: new price $149.00 a month, not $139.00+$10.00')
  await expectFits()
})

test('stepping a quantity to its limit by keyboard keeps the focus on the button', async () => {
  await showPage('plan', { values: plan })
  const less = page.getByRole('button', { name: 'One less: Single line dialer' })
  await press('One more: Single line dialer')
  ;(less.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(less).toHaveAttribute('aria-disabled', 'true')
  await expect.element(less).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status', { name: 'Single line dialer' })).toHaveTextContent('0')
})

test('a smaller plan says whose dialer ends before it is confirmed', async () => {
  const shared = { item: 'triple' as const, since: '2026-03-01T00:00:00Z' }
  await showPage('plan', {
    values: {
      ...plan,
      plan: { lines: [planLine('triple', 2), planLine('lead', 4)], totalCents: 318_00 },
      dialers: [
        { ...shared, place: 1, people: [{ id: 11, name: 'Dana Whitfield' }] },
        {
          ...shared,
          place: 2,
          since: '2026-03-02T00:00:00Z',
          people: [
            { id: 12, name: 'Ann Roe' },
            { id: 13, name: 'Sam Lee' },
          ],
        },
      ],
    },
  })
  await press('One less: Triple line dialer')
  await expect
    .element(preview())
    .toMatchTextContent(
      'Triple line dialer 2 ends on April 18, 2026. Ann Roe and Sam Lee share it now and will have no triple line dialer.',
    )
  await expect
    .element(preview())
    .toMatchTextContent('Dialers that nobody has end first, then those that were assigned last.')
  await expectFits()
})

test('a planned change is shown beside the plan and can be dropped', async () => {
  answerCalls(() => ({ body: { data: { status: 'kept' } } }))
  const change = { from: '2026-04-18', lines: [planLine('triple'), planLine('lead')], totalCents: 149_00 }
  await showPage('plan', { values: { ...plan, done: 'planned', money: { ...plan.money, change } } })
  await expect.element(page.getByText('Your plan changes on April 18, 2026.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Your plan now' })).toMatchTextContent('Skip tracer')
  await expect
    .element(page.getByRole('region', { name: 'From April 18, 2026' }))
    .not.toMatchTextContent('Skip tracer')
  await press('Keep my plan as it is')
  await expect.poll(() => left).toEqual(['/account/plan/?changed=1'])
  await expectFits()
})

test('a plan with a planned hold can only be changed for after it, and the hold can be ended', async () => {
  answerCalls(() => ({ body: { data: { status: 'ended' } } }))
  const hold = { from: '2026-04-18', until: '2026-06-18', hasBegun: false, canEnd: true }
  await showPage('plan', { values: { ...plan, money: { ...plan.money, hold } } })
  const tile = page.getByRole('region', { name: 'Your plan is going on hold' })
  await expect
    .element(tile)
    .toMatchTextContent('From April 18, 2026 until June 18, 2026 you have agent access only.')
  await expect.element(tile).toMatchTextContent('To change it, end the hold first.')
  await expect.element(page.getByRole('main')).not.toMatchTextContent('What you add is available right away.')
  await press('Do not put it on hold')
  await expect.poll(() => left).toEqual(['/account/plan/?changed=1'])
})

const bar = () => page.getByRole('group', { name: 'Your plan' })
const top = () => bar().element().querySelector('summary') as HTMLElement

async function openOnPhone() {
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(1280, 900))
  await showPage('plan', { values: plan })
}

test('on a phone the price is above the choices, stays in view, and expands', async () => {
  await openOnPhone()
  const choices = page.getByRole('heading', { name: 'Change your plan' })
  expect(top().getBoundingClientRect().top).toBeLessThan(choices.element().getBoundingClientRect().top)
  expect(top().textContent).toMatch(/\$[\d,]+\.\d\d/)
  const before = top().textContent
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await expect.poll(() => top().textContent).not.toBe(before)
  await expect.element(page.elementLocator(top())).toBeInViewport()
  await expect.element(bar().getByText('Charged now')).not.toBeVisible()
  await page.elementLocator(top()).click()
  await expect.element(bar().getByText('Charged now')).toBeVisible()
  await expectAccessible()
})

test('on a phone the rows align and no word wraps', async () => {
  await openOnPhone()
  const rows = [...document.querySelectorAll('.picks > .pick')].map(measure)
  expect(rows.length).toBeGreaterThan(5)
  for (const part of ['label', 'control', 'price'] as const)
    expect(new Set(rows.map((row) => Math.round(row[part]))).size, part).toBe(1)
  for (const { widestWord, width } of rows) expect(widestWord).toBeLessThanOrEqual(width + 1)
})

function measure(row: Element) {
  const [label, control] = [...row.children] as [HTMLElement, HTMLElement]
  const price = row.querySelector('.price') as HTMLElement
  return {
    label: textLeft(label),
    control: control.getBoundingClientRect().right,
    price: textLeft(price),
    widestWord: widestWord(label),
    width: label.getBoundingClientRect().width,
  }
}

function textLeft(element: Element): number {
  const text = document.createRange()
  text.selectNodeContents(element)
  return text.getBoundingClientRect().left
}

/** A word wider than its column would break. */
function widestWord(label: HTMLElement): number {
  const probe = document.createElement('span')
  const words = (label.textContent ?? '').split(/\s+/)
  label.append(probe)
  const widths = words.map((word) => {
    probe.textContent = word
    return probe.getBoundingClientRect().width
  })
  probe.remove()
  return Math.max(...widths)
}
