import { afterAll, beforeAll, expect, test } from 'vitest'
import * as feed from '#contract/desk/feed.ts'
import * as heldSignUps from '#contract/desk/held-sign-ups.ts'
import * as operators from '#contract/desk/operators.ts'
import * as partners from '#contract/desk/partners.ts'
import * as settings from '#contract/desk/settings.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { freshDatabase, type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { addTestPartner, exchange, letIn } from '#server/test-kit/partners.ts'

let db: Database
let harness: Harness
let desk: TestDesk
let admin: TestOperator
let areListsSlow = false

beforeAll(async () => {
  db = await freshDatabase()
  harness = await openHarness({ db: withSlowLists(db) })
  desk = await openDesk(harness)
  admin = await desk.as('admin')
})
afterAll(async () => {
  await desk.close()
  await harness.close()
  await db.close()
})

/** The same database, with lists that time out while a test says so. */
function withSlowLists(real: Database): Database {
  const many: Database['many'] = async (statement) => {
    if (areListsSlow)
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    return real.many(statement)
  }
  return { ...real, many }
}

type Told = { said: string; secret?: string; values?: unknown }

async function whileListsAreSlow<C extends Call>(call: C, body: Partial<BodyOf<C>>): Promise<Told> {
  areListsSlow = true
  try {
    const { status, body: answer } = await admin.send(call, body)
    expect(status).toBe(200)
    return answer.data as Told
  } finally {
    areListsSlow = false
  }
}

const reason = 'Asked for in a meeting'

test("a partner's new secret is shown and works even if the list of partners cannot be read", async () => {
  const known = await addTestPartner(harness)
  const request = { id: known.client_id, old_lasts_hours: '0', reason }
  const { secret = '', ...told } = await whileListsAreSlow(partners.rotatePartner, request)
  expect(told).toEqual({ said: expect.stringContaining(`${known.client_id} has a new secret.`) })
  const partner = { ...known, client_secret: secret }
  expect((await exchange(harness, partner, await letIn(harness, partner))).status).toBe(200)
  const added = await whileListsAreSlow(partners.addPartner, {
    name: 'Slow',
    redirect_uris: 'https://slow.example/callback',
    scope: 'profile',
    reason,
  })
  expect(added).toEqual({
    said: 'slow is registered. Its secret:',
    secret: expect.stringMatching(/^\S{20,}$/),
  })
})

test("an operator's link and the feed's secrets are shown even if their lists cannot be read", async () => {
  const [email, url] = [freshEmail(), 'https://dialer.example.com/events']
  const link = expect.stringMatching(/^https?:\/\/\S+\/desk\/start\/\S*$/)
  const invited = { email, name: 'Dana', role: 'helper', reason }
  expect(await whileListsAreSlow(operators.inviteOperator, invited)).toEqual({
    said: expect.any(String),
    secret: link,
  })
  expect(await whileListsAreSlow(operators.resetOperator, { email, reason })).toEqual({
    said: expect.any(String),
    secret: link,
  })
  expect(await whileListsAreSlow(operators.disableOperator, { email, reason })).toEqual({
    said: `${email} is disabled and signed out.`,
  })
  expect(await whileListsAreSlow(operators.enableOperator, { email, reason })).toEqual({
    said: expect.any(String),
    secret: link,
  })
  const secret = expect.stringMatching(/^whsec_/)
  expect(await whileListsAreSlow(feed.addEndpoint, { url, reason })).toEqual({
    said: expect.any(String),
    secret,
  })
  const [{ id } = { id: 0 }] = (await admin.get('/desk/feed/')).values.endpoints as { id: number }[]
  const rotated = { endpoint_id: id, former_lasts_hours: '24', reason }
  expect(await whileListsAreSlow(feed.rotateEndpoint, rotated)).toEqual({ said: expect.any(String), secret })
  expect(await whileListsAreSlow(feed.addFeedKey, { name: 'reader', reason })).toEqual({
    said: 'The key reader is added:',
    secret: expect.stringMatching(/^fdk_/),
  })
})

test('a change without a secret is confirmed as well, and only the page is refused', async () => {
  const block = { kind: 'address', value: '192.0.2.0/24', until: '2027-01-01', reason }
  const told = await whileListsAreSlow(settings.addBlock, block)
  expect(told).toEqual({ said: 'IP address 192.0.2.0/24 is blocked until 2027-01-01.' })
  areListsSlow = true
  expect((await admin.get('/desk/settings/')).status).toBe(503)
  areListsSlow = false
})

test("a held sign-up's decision is reported even if the list cannot be read", async () => {
  await addFraudAccount(harness)
  const [released, refused] = [await holdSignUp(harness), await holdSignUp(harness)]
  expect(await whileListsAreSlow(heldSignUps.releaseSignUp, { order_id: released.id, reason })).toEqual({
    said: expect.stringMatching(/^Sign-up \d+ is paid: /),
  })
  expect(await whileListsAreSlow(heldSignUps.refuseSignUp, { order_id: refused.id, reason })).toEqual({
    said: expect.stringMatching(/^Sign-up \d+ is refused\. Nothing was charged\./),
  })
})
