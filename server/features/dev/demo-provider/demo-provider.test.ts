import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoProviderValues } from '#contract/features/demo-provider.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { signWebhook } from '#server/platform/webhook-signature.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'
import { openReceiver } from './receiver.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

const shown = async () =>
  valuesIn((await harness.app.inject({ url: pages['demo-provider'] })).body) as DemoProviderValues

test('the sample provider registers itself, and shows events and accounts as they arrive', async () => {
  const empty = await harness.app.inject({ url: pages['demo-provider'] })
  expect(empty.body).toContain('No event has arrived yet.')
  const first = await harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
  await harness.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(async () => (await shown()).events.length, { timeout: 40_000 }).toBe(1)
  await harness.db.run(sql`update agents set role = 'admin' where id = ${first.agentId}`)
  await expect.poll(async () => (await shown()).events.length, { timeout: 40_000 }).toBe(2)
  const { events, accounts, unsigned } = await shown()
  expect(events).toMatchObject([
    { type: 'person.changed', accountNumber: first.pin, sequence: 2 },
    { type: 'account.set_up', accountNumber: first.pin, sequence: 1 },
  ])
  expect(accounts).toMatchObject([{ accountNumber: first.pin, sequence: 2, people: [{ role: 'admin' }] }])
  expect(unsigned).toBe(0)
})

test('it accepts only valid signatures', async () => {
  const before = await shown()
  for (const headers of [{}, { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }]) {
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/demo/provider/events',
      headers,
      payload: '{}',
    })
    expect(answer.statusCode).toBe(401)
  }
  expect(await shown()).toEqual({ ...before, unsigned: before.unsigned + 2 })
})

test('an event that arrives twice or late changes nothing', () => {
  const receiver = openReceiver()
  const now = harness.clock.now()
  const secret = `whsec_${Buffer.from('only this test knows it').toString('base64')}`
  function take(sequence: number, status: string) {
    const body = JSON.stringify({
      id: `event-${sequence}`,
      type: 'person.changed',
      timestamp: now.toISOString(),
      account_number: '204518',
      sequence,
      entitlements: { status, may_dial: true, ends_at: null, plan: [], people: [] },
    })
    const signed = signWebhook({ id: `event-${sequence}`, body, now }, [secret])
    expect(receiver.take(signed, body, secret, now)).toBe(204)
  }
  take(7, 'active')
  for (const old of [7, 6, 1]) take(old, 'ended')
  expect(receiver.show().accounts).toMatchObject([{ sequence: 7, status: 'active' }])
  expect(receiver.show().events.map(({ sequence }) => sequence)).toEqual([7])
  take(8, 'past_due')
  expect(receiver.show().accounts).toMatchObject([{ sequence: 8, status: 'past_due' }])
})

test('does not exist outside of the embedded start', async () => {
  const production = await openHarness({ environment: { DATABASE_URL: 'postgres://nowhere/x' } })
  expect((await production.app.inject({ url: '/demo/provider/' })).statusCode).toBe(302)
  expect((await production.app.inject({ method: 'POST', url: '/demo/provider/events' })).statusCode).toBe(404)
  await production.close()
})
