import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearSlot, overrideSlot } from '#contract/desk/settings.ts'
import { openSessions } from '#server/features/public/webinars/webinars.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

test('a helper overrides a training until a time in UTC, and restores the schedule, once', async () => {
  harness.clock.set('2026-11-16T12:00:00Z')
  const [reader, helper] = [await desk.as('reader'), await desk.as('helper')]
  const body = { slot: 'morning', shown: 'active', until: '2026-11-16T13:30', reason: 'Extra session' }
  expect((await reader.send(overrideSlot, body)).status).toBe(403)
  expect((await helper.send(overrideSlot, { ...body, until: '2026-11-16T11:00' })).body).toEqual({
    errors: { until: ['Choose a time in the future.'] },
  })
  expect((await helper.send(overrideSlot, body)).body).toMatchObject({
    data: { said: 'The morning training is shown as active.' },
  })
  expect(await openSessions(harness)).toEqual({ morning: true, afternoon: false })
  expect((await reader.get('/desk/settings/')).values.webinars).toMatchObject({
    slots: [
      {
        slot: 'morning',
        isScheduled: false,
        override: { isActive: true, until: '2026-11-16T13:30:00.000Z' },
      },
      { slot: 'afternoon', override: null },
    ],
  })
  const cleared = { slot: 'morning', reason: 'It is over' }
  expect((await helper.send(clearSlot, cleared)).status).toBe(200)
  expect((await helper.send(clearSlot, cleared)).body).toEqual({
    errors: 'The morning training follows the schedule already.',
  })
  expect(await openSessions(harness)).toEqual({ morning: false, afternoon: false })
})
