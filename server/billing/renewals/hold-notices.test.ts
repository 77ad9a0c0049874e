// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel, endHold, undoCancel } from '#contract/features/cancel.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import { announceEndsOfHolds } from './hold-notices.ts'
import { renewDue } from './renew.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const notices = ({ email }: Subscribed) => mailsTo(harness, email, 'hold-ends')
const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
  await Promise.all([announceEndsOfHolds(harness), announceEndsOfHolds(harness)])
}
async function onHold(months: number) {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await putOnHold(browser, months)).toMatchObject({ status: 200 })
  await at('2026-12-15T06:00:00Z')
  return one
}

test('the end of a hold is announced once, a week before, with the amount and the day', async () => {
  const one = await onHold(2)
  const told: [string, number][] = []
  for (const moment of [
    '02-08T05:59',
    '02-08T06:00',
    '02-09T12:00',
    '02-14T12:00',
    '02-15T06:00',
    '03-08T12:00',
  ]) {
    await at(`2027-${moment}:00Z`)
    told.push([moment, (await notices(one)).length])
  }
  expect(told).toEqual([
    ['02-08T05:59', 0],
    ['02-08T06:00', 1],
    ['02-09T12:00', 1],
    ['02-14T12:00', 1],
    ['02-15T06:00', 1],
    ['03-08T12:00', 1],
  ])
  const [mail] = await notices(one)
  expect(mail?.subject).toBe('Your plan resumes on February 15, 2027')
  expect(mail?.plain).toContain(
    'Your full plan resumes on February 15, 2027. We will charge $149.00 to your card on file',
  )
  expect(mail?.plain).toContain('cancel in your account by February 14, 2027, 11:59 PM Central.')
})

test('after days of downtime the announcement comes late, but never after the hold', async () => {
  const one = await onHold(1)
  await at('2027-01-13T12:00:00Z')
  expect(await notices(one)).toHaveLength(1)
  harness.clock.set('2026-11-15T15:00:00Z')
  const late = await onHold(1)
  await at('2027-01-15T12:00:00Z')
  expect(await notices(late)).toEqual([])
})

test('a hold that ends earlier is announced for its new day; for a canceled plan not at all', async () => {
  const one = await onHold(3)
  harness.clock.set('2027-01-10T12:00:00Z')
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(endHold)).toMatchObject({ status: 200 })
  await at('2027-01-10T13:00:00Z')
  expect((await notices(one)).map(({ subject }) => subject)).toEqual([
    'Your plan resumes on January 15, 2027',
  ])

  harness.clock.set('2026-11-15T15:00:00Z')
  const leaving = await onHold(1)
  const leaver = await openBrowser(harness, leaving.email)
  expect(await leaver.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  await at('2027-01-10T12:00:00Z')
  expect(await notices(leaving)).toEqual([])
  const back = await openBrowser(harness, leaving.email)
  expect(await back.call(undoCancel)).toMatchObject({ status: 200 })
  await at('2027-01-10T13:00:00Z')
  expect(await notices(leaving)).toHaveLength(1)
})

test('a hold that has not begun is not announced', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await putOnHold(browser, 1)
  await at('2026-12-10T12:00:00Z')
  expect(await notices(one)).toEqual([])
})
