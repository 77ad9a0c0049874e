import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOpen, updateCard } from '#contract/features/billing.ts'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivateWithCard } from '#contract/features/reactivate.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, makePastDue, OPEN } from '#server/test-kit/past-due.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { DECLINED, subscribe } from '#server/test-kit/subscriptions.ts'

const OUT_OF_FUNDS = '4000000000009995'
const SHORT = expect.stringMatching(/^Your bank declined .* for insufficient funds.*nothing was charged/)
const NOT_APPROVED = expect.stringMatching(/^Your bank did not approve this card.*nothing was charged/)
const cards = [
  [OUT_OF_FUNDS, SHORT],
  [DECLINED, NOT_APPROVED],
] as const

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

test.each(cards)('at sign-up, with %s, also when the same order is repeated', async (number, text) => {
  const order = goodSignUp({ number })
  const address = freshIp()
  for (const _ of ['asked', 'asked again']) {
    expect(await send(harness, submitSignUp, order, { address })).toMatchObject({
      status: 400,
      body: { errors: { payment_form: { number: [text] } } },
    })
  }
})

test.each(cards)('when a new card is to pay the open bill, with %s', async (number, text) => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(updateCard, { ...cardForm(number), ...OPEN })).toMatchObject({
    status: 400,
    body: { errors: { number: [text] } },
  })
})

test.each(cards)('when the card on file pays by hand, with %s', async (number, text) => {
  const one = await subscribe(harness, { number })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(payOpen, OPEN)).toMatchObject({
    status: 400,
    body: { errors: { number: [text] } },
  })
})

test.each(cards)('when a card is put on file without a charge, with %s', async (number, text) => {
  const browser = await openBrowser(harness, (await subscribe(harness)).email)
  const answer = await browser.call(updateCard, cardForm(number))
  expect(answer).toMatchObject({ status: 400, body: { errors: { number: [text] } } })
  expect(JSON.stringify(answer.body)).toContain('Nothing was changed')
})

test.each(cards)('when a plan grows, with %s', async (number, text) => {
  const one = await subscribe(harness, { number })
  const browser = await openBrowser(harness, one.email)
  const answer = await browser.call(changePlan, {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 2,
    now_cents: 1_000,
    next_cents: 15_900,
    idempotency_key: `more-${one.accountId}-1`,
  })
  expect(answer).toMatchObject({ status: 400, body: { errors: { number: [text] } } })
})

test.each(cards)('when an account is reactivated, with %s', async (number, text) => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  const order = {
    ...cardForm(number),
    total_cents: 14_900,
    idempotency_key: `back-${one.accountId}-1`,
  }
  expect(await browser.call(reactivateWithCard, order)).toMatchObject({
    status: 400,
    body: { errors: { number: [text] } },
  })
})
