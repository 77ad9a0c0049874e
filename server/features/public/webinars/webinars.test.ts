import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import { webinarStatus } from '#contract/features/webinars.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.db.run(sql`delete from webinar_overrides`))

async function statusAt(iso: string) {
  harness.clock.set(iso)
  const { status, body } = await send(harness, webinarStatus, {})
  expect(status).toBe(200)
  return body
}
const status = (morning: boolean, afternoon: boolean) => ({
  webinars: { morning: { is_active: morning }, afternoon: { is_active: afternoon } },
})
const override = (slot: WebinarSlot, isActive: boolean, until: Date | null = null) =>
  harness.db.run(
    sql`insert into webinar_overrides (slot, is_active, until) values (${slot}, ${isActive}, ${until})`,
  )

test('call 14 says which session is open, by New York time [WEB-10, WIR-27]', async () => {
  expect(await statusAt('2026-11-16T15:44:59Z')).toEqual(status(false, false))
  expect(await statusAt('2026-11-16T15:45:00Z')).toEqual(status(true, false))
  expect(await statusAt('2026-11-16T16:05:00Z')).toEqual(status(false, false))
  expect(await statusAt('2026-11-16T19:45:00Z')).toEqual(status(false, true))
  expect(await statusAt('2026-11-21T16:00:00Z')).toEqual(status(false, false))
})

test('follows New York time through both clock changes [WEB-10]', async () => {
  expect(await statusAt('2026-03-06T16:00:00Z')).toEqual(status(true, false))
  expect(await statusAt('2026-03-09T15:00:00Z')).toEqual(status(true, false))
  expect(await statusAt('2026-03-09T16:05:00Z')).toEqual(status(false, false))
  expect(await statusAt('2026-10-30T18:50:00Z')).toEqual(status(false, true))
  expect(await statusAt('2026-11-02T19:50:00Z')).toEqual(status(false, true))
})

test('an operator’s override replaces the schedule, each slot separately, until its hour', async () => {
  await override('morning', false)
  await override('afternoon', true, new Date('2026-11-16T18:00:00Z'))
  expect(await statusAt('2026-11-16T16:00:00Z')).toEqual(status(false, true))
  expect(await statusAt('2026-11-16T18:00:00Z')).toEqual(status(false, false))
  expect(await statusAt('2026-11-16T18:00:01Z')).toEqual(status(false, false))
  expect(await statusAt('2026-11-16T20:00:00Z')).toEqual(status(false, true))
})

test('the page has the status at once and hides from search engines [WEB-01, WEB-05]', async () => {
  harness.clock.set('2026-11-16T16:00:00Z')
  const page = await harness.app.inject('/single/training-webinars/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(page.body).toContain('<meta name="robots" content="noindex, nofollow">')
  expect(page.body).toMatch(/Active.*Offline/s)
  expect((await harness.app.inject('/single/training-webinars?a=1')).headers.location).toBe(
    '/single/training-webinars/?a=1',
  )
})
