import { afterEach, beforeEach, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { addEndpoint, rotateEndpoint, type Sealed, secretsOf } from '#server/accounts/feed/endpoints.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { freshDatabase, type Harness, openHarness, type TestClock } from '#server/test-kit/harness.ts'
import { addProtected, type Protected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { renewAllSeals } from './renew-all.ts'

const OLD = 'the old secret that is long enough to be one'
const NEW = 'the new secret that is long enough to be one'

let db: Database
let running: Harness[]
/** Including stopped ones: an app's codes follow the clock of the instance where it was set up. */
let clocks: TestClock[]

beforeEach(async () => {
  db = await freshDatabase()
  running = []
  clocks = []
})
afterEach(async () => {
  for (const instance of running) await instance.close()
  await db.close()
})

async function start(...secrets: string[]): Promise<Harness> {
  const instance = await openHarness({ db, environment: { SECRETS: secrets.join(',') } })
  running.push(instance)
  clocks.push(instance.clock)
  return instance
}

async function stop(instance: Harness): Promise<void> {
  running.splice(running.indexOf(instance), 1)
  await instance.close()
}

/** Nobody has seen the others for some minutes. */
const age = (instances: 'all' | 'old', minutes: number) =>
  db.run(sql`
    update instances set seen_at = seen_at - make_interval(mins => ${minutes}), since = since - make_interval(mins => ${minutes})
    where ${instances} = 'all' or cardinality(key_ids) = 1`)

/** A code counts once, so each sign-in is some minutes after the previous action. */
async function signsInAt(instance: Harness, person: Protected): Promise<boolean> {
  const now = later(new Date(Math.max(...clocks.map((clock) => clock.now().getTime()))), MINUTE)
  for (const clock of clocks) clock.set(now.toISOString())
  const { cookies } = await typePassword(instance, person.email)
  return (await typeCode(instance, cookies['second-step'], person.code())).status === 200
}

async function keyOf({ agentId }: Protected): Promise<string> {
  const { key } = await db.one<{ key: string }>(sql`
    select key_id as key from second_factors where agent_id = ${agentId}`)
  return key
}

test('while one instance has only the old secret, it reads everything written with a new one', async () => {
  const old = await start(OLD)
  const person = await addProtected(old)
  const rotated = await start(NEW, OLD)
  await renewAllSeals(rotated)
  expect(await signsInAt(old, person)).toBe(true)

  const added = await addProtected(rotated)
  expect(await signsInAt(old, added)).toBe(true)
  const form = goodSignUp()
  const pay = (instance: Harness) => send(instance, submitSignUp, form, { address: freshIp() })
  expect([(await pay(rotated)).status, (await pay(old)).status]).toEqual([200, 200])
  expect(await opensEndpointOf(rotated, old)).toBe(true)
  expect(rotated.logged()).toContain('does not know the first secret of SECRETS')
})

async function opensEndpointOf(one: Harness, other: Harness): Promise<boolean> {
  const now = one.clock.now()
  const endpoint = await db.transaction((tx) =>
    addEndpoint(tx, { url: 'https://dialer.example/events' }, one.config.secrets, now),
  )
  if (isRefused(endpoint)) throw new Error('The endpoint was refused')
  const sealed = await db.one<Sealed>(sql`
    select secret_sealed as secret, former_secrets as former from feed_endpoints where id = ${endpoint.id}`)
  return secretsOf(sealed, other.config.secrets, now)[0] === endpoint.secret
}

test('once the last instance has the new secret, it is used, and everything is re-encrypted', async () => {
  const old = await start(OLD)
  const person = await addProtected(old)
  const key = await keyOf(person)
  const form = goodSignUp()
  const pay = (instance: Harness) => send(instance, submitSignUp, form, { address: freshIp() })
  expect((await pay(old)).status).toBe(200)
  const rotated = await start(NEW, OLD)
  await stop(old)
  const last = await start(NEW, OLD)
  await rotated.compareSecrets()
  expect([rotated.config.secrets, last.config.secrets]).toEqual([
    [NEW, OLD],
    [NEW, OLD],
  ])
  await renewAllSeals(rotated)
  expect(await keyOf(person)).not.toBe(key)
  expect(rotated.logged()).toContain('Everything stored is encrypted with the secret in use.')
  expect((await pay(rotated)).status).toBe(200)
  expect(await signsInAt(last, person)).toBe(true)
  expect(await signsInAt(await start(NEW), person)).toBe(true)
})

test('an instance that lacks the current secret does not start while the others run', async () => {
  const rotated = await start(NEW, OLD)
  await expect(start(OLD)).rejects.toThrow('SECRETS lacks the secret that instances encrypt with')
  await rotated.compareSecrets()
  expect(rotated.config.secrets[0]).toBe(NEW)
  // The way back: the old one in front again, and the new one after it.
  expect((await start(OLD, NEW)).config.secrets[0]).toBe(OLD)
})

test('a killed instance counts until another has run for an hour without it', async () => {
  await start(OLD)
  const rotated = await start(NEW, OLD)
  await age('old', 61)
  await rotated.compareSecrets()
  expect(rotated.config.secrets[0]).toBe(OLD)
  for (let passed = 0; passed < 61; passed += 4) {
    await age('all', 4)
    await rotated.compareSecrets()
  }
  expect(rotated.config.secrets[0]).toBe(NEW)
})

test('after a database outage no instance treats the others as gone', async () => {
  const old = await start(OLD)
  const rotated = await start(NEW, OLD)
  await age('all', 600)
  await rotated.compareSecrets()
  await rotated.compareSecrets()
  expect(rotated.config.secrets[0]).toBe(OLD)
  await old.compareSecrets()
  expect(await signsInAt(old, await addProtected(rotated))).toBe(true)
})

test('reports what no secret can decrypt any more', async () => {
  const old = await start(OLD)
  await addProtected(old)
  await stop(old)
  const forgetful = await start(NEW)
  await renewAllSeals(forgetful)
  expect(forgetful.logged()).toContain('encrypted with a secret that SECRETS lacks')
  expect(forgetful.logged()).toContain('"unreadable":["second factors"]')
})

test('an endpoint whose secret is rotated keeps the former one readable under the current secret', async () => {
  const instance = await start(NEW, OLD)
  const now = instance.clock.now()
  const added = await addEndpoint(db, { url: 'https://dialer.example.com/events' }, [OLD], now)
  if (isRefused(added)) throw new Error('refused')
  await db.transaction((tx) =>
    rotateEndpoint(tx, { id: added.id, formerLastsHours: 24 }, instance.config.secrets, now),
  )
  const row = await db.one<Sealed>(sql`
    select secret_sealed as secret, former_secrets as former from feed_endpoints where id = ${added.id}`)
  expect(secretsOf(row, [NEW], now)).toHaveLength(2)
})
