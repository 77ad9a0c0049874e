import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSetting, resetSetting } from '#contract/desk/settings/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readSettings } from '#server/platform/settings.ts'
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

test('an admin changes a text and restores its default; everyone else reads it', async () => {
  const [admin, money] = [await desk.as('admin'), await desk.as('money')]
  const body = { name: 'system-status', text: 'Calls are delayed', reason: 'Outage of a carrier' }
  expect((await money.send(changeSetting, body)).status).toBe(403)
  expect((await admin.send(changeSetting, body)).body).toMatchObject({
    data: { values: { 'system-status': { text: 'Calls are delayed', normal: 'Normal' } } },
  })
  expect((await readSettings(harness.db)).systemStatus).toBe('Calls are delayed')
  expect((await money.get('/desk/settings/')).html).toContain('System status: Calls are delayed')
  expect((await admin.send(changeSetting, { ...body, text: 'x'.repeat(301) })).status).toBe(400)
  expect((await admin.send(changeSetting, { ...body, name: 'other' })).status).toBe(400)
  await admin.send(resetSetting, { name: 'system-status', reason: 'All is well' })
  expect((await readSettings(harness.db)).systemStatus).toBe('Normal')
  expect(
    await harness.db.many(sql`select action, details->>'reason' as reason from audit
      where actor = ${`operator:${admin.email}`} order by id`),
  ).toEqual([
    { action: 'setting-changed', reason: 'Outage of a carrier' },
    { action: 'setting-reset', reason: 'All is well' },
  ])
})
