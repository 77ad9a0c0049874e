import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOpen, updateCard } from '#contract/features/billing.ts'
import { payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile, mailsTo, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { sandboxMeanwhile } from '#server/test-kit/payments.ts'
import { APPROVED, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
/** Runs while the gateway is storing a card. */
let meanwhile: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  harness = await openHarness({ payments: sandboxMeanwhile(() => meanwhile?.()) })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.clock.set('2026-11-15T15:00:00Z')
  meanwhile = undefined
})

const ways = {
  'a new card': (one: Subscribed, open_cents: number) =>
    asOwner(one, (owner) => owner.call(updateCard, { ...cardForm(APPROVED), open_cents })),
  'the card on file': (one: Subscribed, open_cents: number) =>
    asOwner(one, (owner) => owner.call(payOpen, { open_cents })),
  'a new card, by the link of a mail': (one: Subscribed, open_cents: number) =>
    byLink(one, (anyone, parts) =>
      anyone.call(payWithCardByLink, { ...cardForm(`${APPROVED}x`), open_cents }, parts),
    ),
  'the card on file, by the link of a mail': (one: Subscribed, open_cents: number) =>
    byLink(one, (anyone, parts) => anyone.call(payByLink, { open_cents }, parts)),
}
type Browser = Awaited<ReturnType<typeof openBrowser>>

async function asOwner<Answer>(one: Subscribed, ask: (owner: Browser) => Promise<Answer>) {
  return ask(await openBrowser(harness, one.email))
}

async function byLink<Answer>(
  one: Subscribed,
  ask: (anyone: Browser, parts: { linkToken: string }) => Promise<Answer>,
) {
  return ask(await openBrowser(harness), { linkToken: await payLinkOf(harness, one) })
}

/** The charges of the month refused at its renewal; that one attempt is always there. */
const chargesOf = async ({ subscriptionId }: Subscribed) =>
  (
    await harness.db.one<{ charges: number }>(sql`
      select count(*) as charges from charges c join periods p on p.id = c.period_id
      where p.subscription_id = ${subscriptionId}`)
  ).charges

async function expectUntouched(one: Subscribed) {
  expect(await chargesOf(one)).toBe(1)
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([])
}

for (const [way, pay] of Object.entries(ways)) {
  test.each([0, 9_900])(
    `with ${way}: a page that showed %i cents cannot charge the open bill, and learns its amount`,
    async (cents) => {
      const one = await makePastDue(harness)
      expect(await pay(one, cents)).toMatchObject({
        status: 400,
        body: { errors: expect.stringContaining('It is now $149.00. Nothing was charged'), outdated: true },
      })
      await expectUntouched(one)
      expect(await pay(one, OPEN.open_cents)).toMatchObject({
        status: 200,
        body: { data: { status: 'paid' } },
      })
    },
  )

  test(`with ${way}: a repeat after a lost answer is told what was paid, and charges nothing more`, async () => {
    const one = await makePastDue(harness)
    const first = await pay(one, OPEN.open_cents)
    const mailed = await mailsTo(harness, one, 'card-changed')
    expect(first.body).toEqual({ data: { status: 'paid', number: expect.stringMatching(/^R-/) } })
    expect((await pay(one, OPEN.open_cents)).body).toEqual(first.body)
    expect(await mailsTo(harness, one, 'card-changed')).toEqual(mailed)
    harness.clock.advance(HOUR)
    expect(await pay(one, OPEN.open_cents)).toMatchObject({
      status: 200,
      body: { data: { status: expect.stringMatching(/^(nothing_open|saved)$/) } },
    })
    expect(await chargesOf(one)).toBe(2)
  })

  test(`with ${way}: only a page that showed the amount of a running charge follows it`, async () => {
    const one = await makePastDue(harness)
    await harness.db.run(sql`
      update periods set state = 'charging', next_try_at = ${later(harness.clock.now(), HOUR)}
      where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
    expect(await pay(one, 0)).toMatchObject({
      status: 400,
      body: { errors: expect.stringContaining('is being confirmed right now'), outdated: true },
    })
    expect(await pay(one, OPEN.open_cents)).toMatchObject({
      status: 202,
      body: { data: { status: 'confirming' } },
    })
    await expectUntouched(one)
  })
}

test('a payment without the amount that its page showed is refused', async () => {
  const one = await makePastDue(harness)
  const refused = { status: 400, body: { errors: { open_cents: [expect.any(String)] } } }
  expect(await byLink(one, (anyone, parts) => anyone.call(payByLink, {}, parts))).toMatchObject(refused)
  expect(await asOwner(one, (owner) => owner.call(payOpen, {}))).toMatchObject(refused)
  await expectUntouched(one)
})

test('an amount that changes while the card is stored is not charged either', async () => {
  const one = await makePastDue(harness)
  meanwhile = async () => {
    meanwhile = undefined
    await harness.db.run(sql`
      update invoices set total_cents = 9900 where period_id in (
        select id from periods where subscription_id = ${one.subscriptionId} and state = 'past_due')`)
  }
  expect(await ways['a new card'](one, OPEN.open_cents)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('It is now $99.00.'), outdated: true },
  })
  await expectUntouched(one)
})

test('a new card sent after somebody paid with another one is put on file without paying', async () => {
  const one = await makePastDue(harness)
  await ways['the card on file'](one, OPEN.open_cents)
  expect(await ways['a new card'](one, OPEN.open_cents)).toMatchObject({
    status: 200,
    body: { data: { status: 'saved' } },
  })
  expect(await ways['a new card, by the link of a mail'](one, OPEN.open_cents)).toMatchObject({
    status: 200,
    body: { data: { status: 'nothing_open' } },
  })
})

test('a reissued card is not a repeat of its earlier payment, and is put on file', async () => {
  const one = await makePastDue(harness)
  await ways['a new card'](one, OPEN.open_cents)
  const issuedAgain = { ...cardForm(APPROVED), expiration_date_1: '2033', open_cents: OPEN.open_cents }
  expect(await asOwner(one, (owner) => owner.call(updateCard, issuedAgain))).toMatchObject({
    status: 200,
    body: { data: { status: 'saved' } },
  })
})

test('saving a card with nothing due charges nothing and puts it on file', async () => {
  const one = await subscribe(harness)
  const owner = await openBrowser(harness, one.email)
  expect(await owner.call(updateCard, { ...cardForm('5555555555554444'), open_cents: 0 })).toMatchObject({
    status: 200,
    body: { data: { status: 'saved' } },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '4444' })
})
