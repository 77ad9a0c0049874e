// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/desk/operators.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

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

test('an admin invites, changes, disables and resets others; links are shown once', async () => {
  const admin = await desk.as('admin')
  const body = { email: 'dana@desk.example.com', name: 'Dana Reed', role: 'helper', reason: 'New colleague' }
  const invited = (await admin.send(calls.inviteOperator, body)).body.data as { secret: string }
  expect(invited.secret).toMatch(/\/desk\/start\/[^/]+\/$/)
  expect((await admin.get('/desk/operators/')).html).not.toContain(invited.secret)
  expect((await admin.send(calls.inviteOperator, { ...body, role: 'money' })).status).toBe(400)
  const dana = { email: body.email, reason: 'Moves to billing' }
  expect((await admin.send(calls.changeOperatorRole, { ...dana, role: 'money' })).status).toBe(200)
  expect((await admin.send(calls.changeOperatorRole, { ...dana, role: 'owner' })).status).toBe(400)
  const reset = (await admin.send(calls.resetOperator, dana)).body.data as { secret: string }
  expect(reset.secret).not.toBe(invited.secret)
  expect((await admin.send(calls.disableOperator, dana)).status).toBe(200)
  expect((await admin.send(calls.enableOperator, dana)).status).toBe(200)
  expect((await admin.send(calls.disableOperator, { ...dana, email: 'no@desk.example.com' })).status).toBe(
    404,
  )
})

test('an invitation with a lost answer is resent, with a new link until the person has begun', async () => {
  const admin = await desk.as('admin')
  const body = { email: 'kim@desk.example.com', name: 'Kim Lane', role: 'helper', reason: 'New colleague' }
  const invite = async (changes = {}) => {
    const { status, body: answer } = await admin.send(calls.inviteOperator, { ...body, ...changes })
    return { status, link: (answer.data as { secret: string } | undefined)?.secret, errors: answer.errors }
  }
  const first = await invite()
  const again = await invite({ reason: 'Once more' })
  expect([first.status, again.status]).toEqual([200, 200])
  const opens = async (link = '') => (await desk.app.inject(new URL(link, 'http://desk').pathname)).body
  expect(await opens(again.link)).toContain('Kim Lane')
  expect(await opens(first.link)).not.toContain('Kim Lane')
  expect(await invite({ name: 'Kim Long' })).toMatchObject({
    status: 400,
    errors: { email: [expect.stringContaining('is invited already, as Kim Lane (helper)')] },
  })
  await harness.db.run(sql`update operators set password_hash = 'x' where email = ${body.email}`)
  expect(await invite()).toMatchObject({
    status: 400,
    errors: { email: ['There is already an operator kim@desk.example.com.'] },
  })
  await admin.send(calls.disableOperator, { email: body.email, reason: 'x' })
  expect(await invite()).toMatchObject({
    status: 400,
    errors: { email: [expect.stringContaining('who is disabled')] },
  })
})

test('nobody changes their own role, and of two admins who disable each other one remains', async () => {
  const [one, other] = [await desk.as('admin'), await desk.as('admin')]
  const own = await one.send(calls.changeOperatorRole, { email: one.email, role: 'reader', reason: 'x' })
  expect(own.status).toBe(403)
  // The previous test's admin is the only other one.
  const { values } = await one.get('/desk/operators/')
  for (const { email } of (values.rows as { email: string; role: string }[]).filter(
    ({ role, email }) => role === 'admin' && email !== one.email && email !== other.email,
  ))
    await one.send(calls.disableOperator, { email, reason: 'x' })
  const answers = await Promise.all([
    one.send(calls.disableOperator, { email: other.email, reason: 'x' }),
    other.send(calls.disableOperator, { email: one.email, reason: 'x' }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
})

test('a removed role counts at the next request', async () => {
  const [admin, second] = [await desk.as('admin'), await desk.as('admin')]
  expect((await second.get('/desk/operators/')).status).toBe(200)
  await admin.send(calls.changeOperatorRole, { email: second.email, role: 'money', reason: 'x' })
  expect((await second.get('/desk/operators/')).status).toBe(403)
  expect((await second.send(calls.disableOperator, { email: admin.email, reason: 'x' })).status).toBe(403)
})

test('the last admin cannot be disabled or demoted, not even by the command line', async () => {
  const [admin, helper] = [await desk.as('admin'), await desk.as('helper')]
  await harness.db.run(sql`
    update operators set disabled_at = ${harness.clock.now()} where role = 'admin' and id <> ${admin.id}`)
  const { run, refused } = operatorOf(harness)
  expect(await refused('operator', 'disable', admin.email)).toContain('This is the last admin')
  expect(await refused('operator', 'role', admin.email, 'reader')).toContain('This is the last admin')
  await run('operator', 'disable', helper.email)
  expect((await admin.get('/desk/operators/')).status).toBe(200)
})
