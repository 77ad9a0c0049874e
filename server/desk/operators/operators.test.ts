import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/desk/operators/calls.ts'
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

test('an admin invites, changes, disables and resets others; the links are told once', async () => {
  const admin = await desk.as('admin')
  const body = { email: 'dana@desk.example.com', name: 'Dana Reed', role: 'helper', reason: 'New colleague' }
  const invited = (await admin.send(calls.inviteOperator, body)).body.data as { secret: string }
  expect(invited.secret).toMatch(/\/desk\/start\/[^/]+\/$/)
  expect((await admin.get('/desk/operators/')).html).not.toContain(invited.secret)
  expect((await admin.send(calls.inviteOperator, body)).status).toBe(400)
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

test('nobody changes their own role, and of two admins who disable each other one stays', async () => {
  const [one, other] = [await desk.as('admin'), await desk.as('admin')]
  const own = await one.send(calls.changeOperatorRole, { email: one.email, role: 'reader', reason: 'x' })
  expect(own.status).toBe(403)
  // The admin of the test before is the only other one.
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

test('a role that was taken away counts at the next request', async () => {
  const [admin, second] = [await desk.as('admin'), await desk.as('admin')]
  expect((await second.get('/desk/operators/')).status).toBe(200)
  await admin.send(calls.changeOperatorRole, { email: second.email, role: 'money', reason: 'x' })
  expect((await second.get('/desk/operators/')).status).toBe(403)
  expect((await second.send(calls.disableOperator, { email: admin.email, reason: 'x' })).status).toBe(403)
})
