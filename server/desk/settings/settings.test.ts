// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSetting, resetSetting } from '#contract/desk/settings.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defaultSettings, readSettings } from '#server/platform/settings.ts'
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
  const body = {
    name: 'system-status',
    text: 'Calls are delayed',
    seen: 'Normal',
    reason: 'Outage of a carrier',
  }
  expect((await money.send(changeSetting, body)).status).toBe(403)
  expect((await admin.send(changeSetting, body)).body).toMatchObject({
    data: { values: { 'system-status': { text: 'Calls are delayed', normal: 'Normal' } } },
  })
  expect((await readSettings(harness.db)).systemStatus).toBe('Calls are delayed')
  expect((await money.get('/desk/settings/')).html).toContain('System status: Calls are delayed')
  expect((await admin.send(changeSetting, { ...body, text: 'x'.repeat(301) })).status).toBe(400)
  expect((await admin.send(changeSetting, { ...body, name: 'other' })).status).toBe(400)
  await admin.send(resetSetting, { name: 'system-status', seen: body.text, reason: 'All is well' })
  expect((await readSettings(harness.db)).systemStatus).toBe('Normal')
  expect(
    await harness.db.many(sql`select action, details->>'reason' as reason from audit
      where actor = ${`operator:${admin.email}`} order by id`),
  ).toEqual([
    { action: 'setting-changed', reason: 'Outage of a carrier' },
    { action: 'setting-reset', reason: 'All is well' },
  ])
})

test('of two admins editing the same text, the second sees what the first wrote, and overwrites nothing', async () => {
  const [first, second] = [await desk.as('admin'), await desk.as('admin')]
  const edit = { name: 'login-message', seen: defaultSettings.loginMessage, reason: 'For the holidays' }
  const answers = await Promise.all([
    first.send(changeSetting, { ...edit, text: 'Closed on Monday' }),
    second.send(changeSetting, { ...edit, text: 'Closed on Tuesday' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { loginMessage } = await readSettings(harness.db)
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    errors: `Someone else has changed this text. It now says: “${loginMessage}”. Your change was not saved. Close this window, then change it again.`,
  })
  const asShown = { name: 'login-message', seen: 'An older text', reason: 'It is over' }
  expect((await second.send(resetSetting, asShown)).status).toBe(409)
  expect((await second.send(resetSetting, { ...asShown, seen: '' })).status).toBe(409)
  expect((await readSettings(harness.db)).loginMessage).toBe(loginMessage)
  expect((await second.send(resetSetting, { ...asShown, seen: loginMessage })).status).toBe(200)
  // The first still has the page on which the text was another one.
  expect((await first.send(changeSetting, { ...edit, seen: loginMessage, text: 'Late' })).status).toBe(409)
  expect((await readSettings(harness.db)).loginMessage).toBe(defaultSettings.loginMessage)
})

test('a text set to its default value can be reset', async () => {
  const admin = await desk.as('admin')
  const change = { name: 'system-status', reason: 'A storm' } as const
  const slow = { ...change, seen: 'Normal', text: 'Calls are slow' }
  expect((await admin.send(changeSetting, slow)).status).toBe(200)
  expect((await admin.send(changeSetting, { ...change, seen: slow.text, text: 'Normal' })).status).toBe(200)
  expect((await admin.send(resetSetting, { ...change, seen: 'Normal' })).status).toBe(200)
  expect(await harness.db.many(sql`select 1 from settings where name = 'systemStatus'`)).toEqual([])
})
