import type { Page } from '@playwright/test'
import * as paymentMessages from '#contract/billing/messages.ts'
import * as serverMessages from '#contract/wire/server-messages.ts'
import { expectAccessible } from './kit/axe.ts'
import { goToLegacyBilling } from './kit/legacy.ts'
import {
  answer,
  complaint,
  customer,
  DECLINED,
  draftIn,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  LOOK_UP,
  next,
  PASSWORD,
  payNow,
  previous,
  SAVE,
  SUBMIT,
  step,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

// Lost answers, and orders that already exist.

test.use({ expectedConsoleErrors: [/status of (400|409|429|500|503)|ERR_FAILED/] })

const registered = { data: { status: 'registered', pin: '204518' } }
const former = (status: string) => ({ errors: paymentMessages.otherBody, data: { status } })
const underForm = ':scope > .banner.bad:not(.summary)'
const declined = { errors: { payment_form: { number: [paymentMessages.cardDeclined] } } }

type Answer = 'lost' | { status: number; json: object }

/** Gives these answers to call 6 in turn, each once it resolves, repeating the last. `lost` means no answer at all. */
async function answerInTurn(page: Page, ...answers: (Answer | Promise<Answer>)[]) {
  await page.route(`**${SUBMIT}`, async (route) => {
    const said = await (answers.length > 1 ? answers.shift() : answers[0])
    await (said === 'lost' || said === undefined ? route.abort() : route.fulfill(said))
  })
}

const keysOf = (sent: Record<string, unknown>[]) => sent.map(({ idempotency_key }) => idempotency_key)

async function expectPaid(page: Page) {
  await expect(heading(page)).toHaveText('You have paid')
  await expect(heading(page)).toBeFocused()
  await expect(payNow(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('nothing more to pay')
  await expect(page.getByRole('main')).not.toContainText('different email')
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute(
    'href',
    '/login/?status=registered',
  )
}

const conversions = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as unknown as { dataLayer?: { event: string }[] }
    return dataLayer.filter(({ event }) => event === 'Sign Up').length
  })

test('who has paid although the answer was lost, and corrects the street, is told that they have paid', async ({
  page,
}) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await answerInTurn(page, 'lost', { status: 409, json: former('registered') })
  await fillCard(page)
  await payNow(page).click()
  await expect(step(page).locator(underForm)).toHaveText(`Network Error${paymentMessages.payAgainIsSafe}`)
  await expectAccessible(page)
  await field(page, 'Billing address').fill('501 Market Street')
  await payNow(page).click()
  await expectPaid(page)
  await expectAccessible(page)
  expect(new Set(keysOf(sent)).size).toBe(1)
  expect(await conversions(page)).toBe(1)
  expect(await draftIn(page)).toBeNull()
})

for (const [what, lost] of Object.entries({
  'the network fails': 'lost',
  'the server breaks': { status: 500, json: { errors: serverMessages.broken } },
  'there were too many tries': { status: 429, json: { errors: serverMessages.tryLater(2) } },
} as const)) {
  test(`the key stays when ${what}`, { tag: '@wide' }, async ({ page }) => {
    await goToBilling(page)
    const sent = watchBodies(page, SUBMIT)
    await answerInTurn(page, lost, { status: 200, json: registered })
    await fillCard(page)
    await payNow(page).click()
    await expect(step(page).locator(underForm)).toBeVisible()
    await payNow(page).click()
    await expectRegistered(page)
    expect(new Set(keysOf(sent)).size).toBe(1)
  })
}

test('an order of before that is being confirmed is followed under its key', { tag: '@wide' }, async ({
  page,
}) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  const { data, ...without } = former('confirming')
  const { promise: last, resolve: answerLast } = Promise.withResolvers<Answer>()
  await answerInTurn(page, { status: 409, json: { ...without, data } }, { status: 409, json: without }, last)
  await fillCard(page)
  await payNow(page).click()
  await expect(page.getByText('being confirmed with the bank')).toBeVisible()
  answerLast({ status: 409, json: former('registered') })
  await expectPaid(page)
  expect(new Set(keysOf(sent)).size).toBe(1)
  // Another tab placed the order, so that tab reports the conversion.
  expect(await conversions(page)).toBe(0)
})

test('an order of before that was refused is over: the page sends this one once more, under a new key', {
  tag: '@wide',
}, async ({ page }) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await answerInTurn(
    page,
    'lost',
    { status: 409, json: former('refused') },
    { status: 200, json: registered },
  )
  await fillCard(page)
  await payNow(page).click()
  await expect(step(page).locator(underForm)).toContainText('Network Error')
  await field(page, 'Billing address').fill('501 Market Street')
  await payNow(page).click()
  await expectRegistered(page)
  const [first, second, third] = keysOf(sent)
  expect([second === first, third === first]).toEqual([true, false])
})

test('and not again and again', { tag: '@wide' }, async ({ page }) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await answerInTurn(page, { status: 409, json: former('refused') })
  await fillCard(page)
  await payNow(page).click()
  await expect(step(page).locator(underForm)).toHaveText(paymentMessages.otherBody)
  expect(sent).toHaveLength(2)
})

test('a decline whose answer was lost does not hold up another card', { tag: '@wide' }, async ({ page }) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await answerInTurn(page, 'lost', { status: 400, json: declined }, { status: 200, json: registered })
  await fillCard(page, { 'Card number': DECLINED })
  await payNow(page).click()
  await expect(step(page).locator(underForm)).toContainText('Network Error')
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  const [first, second, third] = keysOf(sent)
  expect([second === first, third === first]).toEqual([true, false])
})

test('a decline whose answer was lost is told when the card is still the same', { tag: '@wide' }, async ({
  page,
}) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await answerInTurn(page, 'lost', { status: 400, json: declined })
  await fillCard(page, { 'Card number': DECLINED })
  await payNow(page).click()
  await expect(step(page).locator(underForm)).toContainText('Network Error')
  await payNow(page).click()
  await expect(complaint(page, 'Card number')).toHaveText(paymentMessages.cardDeclined)
  expect(sent).toHaveLength(2)
})

test('a second tab finds by the email that its visitor has paid, and tells no purchase again', {
  tag: '@wide',
}, async ({ page }) => {
  await answer(page, LOOK_UP, 200, {
    data: { status: 'busy.active', message: '', pin: '204518', email: '', order: 'registered' },
  })
  await open(page, '/sign-up/step-1?single=1')
  await field(page, 'Email').fill('dana@northshore.example')
  await field(page, 'Confirm email').focus()
  await expectPaid(page)
  expect(await conversions(page)).toBe(0)
})

test('a second tab waits for what is being paid with its email', { tag: '@wide' }, async ({ page }) => {
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const orders = ['confirming', 'confirming', seen.then(() => '')]
  await page.route(`**${LOOK_UP}`, async (route) => {
    const order = await (orders.length > 1 ? orders.shift() : orders[0])
    await route.fulfill({ json: { data: { status: 'free', message: '', pin: '', email: '', order } } })
  })
  await open(page, '/sign-up/step-1?single=1')
  await field(page, 'Email').fill('dana@northshore.example')
  await field(page, 'Confirm email').focus()
  await expect(page.getByText('being confirmed with the bank')).toBeVisible()
  see()
  await expect(page.getByText('being confirmed with the bank')).toHaveCount(0)
})

for (const [what, status] of [
  ['has paid', 'registered'],
  ['is paying', 'confirming'],
] as const) {
  test(`Next tells the one who ${what} with this email so`, { tag: '@wide' }, async ({ page }) => {
    const { promise: seen, resolve: see } = Promise.withResolvers<void>()
    const statuses = [status, seen.then(() => 'registered')]
    await page.route(`**${SAVE}`, async (route) => {
      const said = await (statuses.length > 1 ? statuses.shift() : statuses[0])
      await route.fulfill({ status: 409, json: { errors: 'Paid.', data: { status: said } } })
    })
    await open(page, '/sign-up/step-1?single=1')
    await fillAll(page, customer())
    await next(page).click()
    if (status === 'confirming') await expect(page.getByText('being confirmed with the bank')).toBeVisible()
    see()
    await expectPaid(page)
  })
}

test.describe('in the legacy wizard', () => {
  for (const [what, back] of Object.entries({
    'Previous and Next': async (page: Page) => {
      await previous(page).click()
      await next(page).click()
    },
    'a reload': async (page: Page) => {
      await page.reload()
      await expect(heading(page)).toHaveText('Customer and account information')
      await field(page, 'Account password').fill(PASSWORD)
      await field(page, 'Confirm password').fill(PASSWORD)
      await next(page).click()
    },
  })) {
    test(`after a lost answer ${what} end where it is told that it is paid`, async ({ page }) => {
      await goToLegacyBilling(page)
      await answerInTurn(page, 'lost')
      await fillCard(page)
      await payNow(page).click()
      await expect(step(page).locator(underForm)).toContainText('Network Error')
      await answer(page, SAVE, 409, { errors: 'Paid.', data: { status: 'registered' } })
      await back(page)
      await expectPaid(page)
      await expectAccessible(page)
      expect(await conversions(page)).toBe(1)
      const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
      expect(kept).not.toMatch(/Peoria|Barista|Dana|northshore/)
    })
  }
})
