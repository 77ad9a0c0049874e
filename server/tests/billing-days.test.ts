import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CancelValues, cancel, endHold, hold, undoCancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { changeTimeZone } from '#contract/features/security.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Both are bought on a day that has another date in the zone to which the account moves. */
const moves = [
  {
    from: 'US/Eastern',
    to: 'US/Pacific',
    boughtAt: '2026-11-17T05:30:00Z',
    boughtOn: 'November 17, 2026',
    lastDay: 'December 16, 2026',
    nextOn: 'December 17, 2026',
    nextAt: '2026-12-17T05:00:00Z',
    resumesOn: 'January 17, 2027',
    lastMoment: 'December 16, 2026, 8:59 PM Pacific',
    hold: { from: '2026-12-17', until: '2027-01-17' },
    wire: { bought: '2026-11-17', lastDay: '2026-12-16', reactivateBy: '2027-03-16', again: '2026-12-19' },
  },
  {
    from: 'US/Pacific',
    to: 'America/Halifax',
    boughtAt: '2026-11-17T07:30:00Z',
    boughtOn: 'November 16, 2026',
    lastDay: 'December 15, 2026',
    nextOn: 'December 16, 2026',
    nextAt: '2026-12-16T08:00:00Z',
    resumesOn: 'January 16, 2027',
    lastMoment: 'December 16, 2026, 3:59 AM Atlantic',
    hold: { from: '2026-12-16', until: '2027-01-16' },
    wire: { bought: '2026-11-16', lastDay: '2026-12-15', reactivateBy: '2027-03-15', again: '2026-12-20' },
  },
]

const reason = { reason: 'It costs too much', details: '' }

/** Bought in one zone, then moved to another by the owner. */
async function moved({ from, to, boughtAt }: (typeof moves)[number]) {
  harness.clock.set(boughtAt)
  const one = await subscribe(harness, { timeZone: from })
  const owner = await enter(one)
  expect(await owner.send(changeTimeZone, { time_zone: to })).toMatchObject({ status: 200 })
  return { one, ...owner }
}

async function enter(one: Subscribed) {
  const { cookies, open, send } = await signedInAs(harness, { email: one.email })
  const page = async (path: string) => (await open(path)).html
  const mail = async (purpose: string) => (await mailsTo(harness, one, purpose)).at(-1) ?? ''
  const pdf = async (url: string) => {
    const headers = { cookie: `session=${cookies.session ?? ''}` }
    const { rawPayload } = await harness.app.inject({ url, headers })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)))
    return text.join(' ').replace(/\s+/g, ' ')
  }
  return { send, page, mail, pdf }
}

const billsOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ number: string }>(
    sql`select number from invoices where account_id = ${accountId} order by id`,
  )

test.each(moves)(
  'moved from $from to $to, pages, calls, mails and the receipt name the same days',
  async (move) => {
    const { lastDay, nextOn, lastMoment, resumesOn, wire } = move
    const { send, page, mail } = await moved(move)
    const home = await page(pages.account)
    expect(home).toContain(`on ${nextOn}`)
    expect(home).toContain(`To avoid this charge, cancel by ${lastMoment}.`)
    expect(valuesIn(await page(pages.plan)).month).toMatchObject({ to: move.hold.from })
    const leave = await page(pages.cancel)
    expect(leave).toContain(`to the end of the month you paid for, ${lastDay}.`)
    expect(leave).toContain(`From ${nextOn} you pay for agent access only`)

    const { money } = valuesIn(leave) as CancelValues
    const shown = { from: money.nextCharge?.on ?? '', held_cents: money.holdOffer?.heldCents ?? 0 }
    expect((await send(hold, { months: 1, ...shown })).body).toEqual({ data: move.hold })
    expect(await mail('held')).toContain(`From ${nextOn} through`)
    expect(await mail('held')).toContain(`On ${resumesOn} your full plan resumes`)
    expect(await page(pages.plan)).toContain(`From ${nextOn} until ${resumesOn} you have agent access only`)
    await send(endHold, {})

    const { data } = (await send(cancel, reason)).body as { data: { reference: string; last_day: string } }
    expect(data.last_day).toBe(wire.lastDay)
    expect(await mail('canceled')).toContain(`Your service runs through ${lastDay}. There are no further`)
    expect(await mail('canceled')).toContain(`You can undo this in your account until ${lastMoment}.`)
    for (const path of [pages.account, pages.plan, pages.billing])
      expect(await page(path)).toContain(`Your service runs through ${lastDay}.`)
    expect(await page(pages.cancel)).toContain(lastDay)
    const receipt = () => page(fillPath(pages.cancellation, { reference: data.reference }))
    expect(await receipt()).toContain(`<dd>${lastDay}</dd>`)
    expect((await receipt()).match(new RegExp(move.boughtOn, 'g'))).toHaveLength(1)

    await send(undoCancel, {})
    expect(await mail('cancel-undone')).toContain(`The next charge is on ${nextOn}.`)
    // Canceled and undone on the day of the purchase.
    expect((await receipt()).match(new RegExp(move.boughtOn, 'g'))).toHaveLength(2)
  },
)

test.each(moves)('moved from $from to $to, bills and credit notes keep their date', async (move) => {
  const { one, send } = await moved(move)
  await giveMoneyBack(harness, {
    key: `moved-${one.accountId}`,
    bill: (await billsOf(one))[0]?.number ?? '',
    howMuch: { kind: 'amount', cents: 500 },
    way: 'credit',
    reason: 'goodwill',
    words: 'A slow week',
    actor: 'operator:kim',
  })
  const oneMore = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 2,
    // $10.00, half of it paid by credit.
    now_cents: 500,
    next_cents: 15_900,
    idempotency_key: `one-more-person-${one.accountId}`,
  }
  expect(await send(changePlan, oneMore)).toMatchObject({ status: 200 })
  harness.clock.set(move.nextAt)
  await renewDue(harness)
  harness.clock.advance(MINUTE)
  const { page, mail, pdf } = await enter(one)

  const dates = [move.boughtOn, move.boughtOn, move.nextOn]
  for (const [place, { number }] of (await billsOf(one)).entries()) {
    const issued = `Issued ${dates[place]}`
    expect(await pdf(fillPath(`${pages.bill}bill.pdf`, { number })), number).toContain(issued)
    expect((await page(fillPath(pages.bill, { number }))).replace(/<[^>]+>/g, ' ')).toMatch(
      new RegExp(`Issued\\s+${dates[place]}`),
    )
  }
  const { bills, notes } = valuesIn(await page(pages.billing)) as Record<
    'bills' | 'notes',
    { number: string; issuedOn: string }[]
  >
  const { bought } = move.wire
  expect(bills.map(({ issuedOn }) => issuedOn)).toEqual([move.hold.from, bought, bought])
  expect(notes).toMatchObject([{ issuedOn: bought }])
  const note = await pdf(
    fillPath(`${pages['credit-note']}credit-note.pdf`, { number: notes[0]?.number ?? '' }),
  )
  expect(note).toContain(`Issued ${move.boughtOn}`)
  expect(await mail('renewal-receipt')).toContain(`: ${move.nextOn} through `)
})

test.each(moves)('reactivated in $to, what was bought in $from keeps its days', async (move) => {
  const { one, send } = await moved(move)
  await send(cancel, reason)
  harness.clock.set(move.nextAt)
  await renewDue(harness)
  // The same time of day as the purchase: the two zones have different dates again.
  harness.clock.set(move.boughtAt.replace('11-17', '12-20'))
  const former = await enter(one)
  const { money } = valuesIn(await former.page(pages.reactivate)) as { money: { reactivateBy: string } }
  expect(money.reactivateBy).toBe(move.wire.reactivateBy)
  const order = { total_cents: 14_900, idempotency_key: `again-in-${move.to}-${one.accountId}` }
  expect(await former.send(reactivate, order)).toMatchObject({ status: 200 })
  const { page } = await enter(one)
  const { bills } = valuesIn(await page(pages.billing)) as { bills: { issuedOn: string }[] }
  expect(bills.map(({ issuedOn }) => issuedOn)).toEqual([move.wire.again, move.wire.bought])
})
