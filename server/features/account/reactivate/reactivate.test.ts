import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing/calls.ts'
import { cancel } from '#contract/features/cancel/calls.ts'
import { reactivateWithCard } from '#contract/features/reactivate/calls.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile } from '#server/test-kit/past-due.ts'
import { DECLINED, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

const MASTERCARD = '5555555555554444'
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

/** An account that was canceled and has ended, with its owner. */
async function leave(): Promise<{
  one: Subscribed
  browser: Browser
  keyed: (number: string, key: string) => object
}> {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  const keyed = (number: string, key: string) => ({
    ...cardForm(number),
    total_cents: 14_900,
    idempotency_key: `back-${one.accountId}-${key}`,
  })
  return { one, browser, keyed }
}

test('a card that the bank refuses brings nothing back and is not put on file', async () => {
  const { one, browser, keyed } = await leave()
  expect(await browser.call(reactivateWithCard, keyed(DECLINED, '1'))).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.any(String)] } },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
})

test('a refusal that is not the bank’s, such as a payment under way, is no decline of the card', async () => {
  const { one, browser, keyed } = await leave()
  expect((await browser.call(reactivateWithCard, keyed(TIMES_OUT, 'first'))).status).toBe(202)
  for (let tries = 0; tries < 5; tries += 1) {
    expect(
      (await browser.call(reactivateWithCard, keyed(MASTERCARD, `again${tries}`))).body.errors,
    ).toContain('being confirmed right now')
  }
  await settleLostOrder(harness, `back-${one.accountId}-first`)
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0119' })
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).body).toMatchObject({
    data: { status: 'saved' },
  })
})
