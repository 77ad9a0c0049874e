// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { lookUpEmail } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ environment: { TRUST_PROXY: '1', PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

/** Guesses for a new email each time, so that only the limit per network counts. */
const guessFrom = (forwarded: string, email = freshEmail()) =>
  send(harness, signIn, { email, password: 'a guess' }, { headers: { 'x-forwarded-for': forwarded } })

const countLimits = async () =>
  (await harness.db.one<{ count: number }>(sql`select count(*) as count from limits`)).count

async function looksOf(count: number, forwardedAs: (number: number) => string, email?: string) {
  let looks = 0
  for (let number = 0; number < count; number += 1)
    if ((await guessFrom(forwardedAs(number), email)).status === 401) looks += 1
  return looks
}

test('an IPv6 /64 is one network, whichever of its addresses asks', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  expect(await looksOf(20, (number) => `2001:db8:64:1::${number.toString(16)}`, email)).toBe(8)
})

test('all spellings of an address are one network', async () => {
  const email = freshEmail()
  const spellings = [
    '2001:db8:65:1::a',
    '2001:DB8:65:1::A',
    '2001:0db8:0065:0001:0000:0000:0000:000a',
    '[2001:db8:65:1::a]:4711',
    '[2001:db8:65:1::a]:4712',
    '2001:db8:65:1::a%eth0',
    '2001:db8:65:1:0:0:0:a',
  ]
  expect(await looksOf(21, (number) => spellings[number % spellings.length] ?? '', email)).toBe(8)
  const disguises = ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209', '192.0.2.9:80']
  const port = (number: number) => disguises[number] ?? `192.0.2.9:${number}`
  expect(await looksOf(20, port, freshEmail())).toBe(8)
})

test('an invalid forwarded address counts as the connection that carried it', async () => {
  const email = freshEmail()
  expect(await looksOf(20, (number) => `unknown-${number}`, email)).toBe(8)
})

test('holding a /48 does not give 65,536 networks', async () => {
  const guesses = 8 * 60 + 40
  expect(await looksOf(guesses, (number) => `2001:db8:48:${number.toString(16)}::1`)).toBe(8 * 60)
  expect((await guessFrom('2001:db8:49::1')).status).toBe(401)
})

test('one noisy client does not use up the limit of the network around it', async () => {
  await looksOf(100, () => '2001:db8:50:1::1')
  expect(await looksOf(60, () => '2001:db8:50:2::1')).toBe(60)
})

test('look-ups are limited by network as well', async () => {
  const lookUps = await Promise.all(
    Array.from({ length: 300 }, (_, number) =>
      send(
        harness,
        lookUpEmail,
        { email: freshEmail() },
        { headers: { 'x-forwarded-for': `2001:db8:51:1::${number.toString(16)}` } },
      ),
    ),
  )
  expect(lookUps.filter(({ status }) => status === 200)).toHaveLength(120)
})

test('a session stores the full address, in one spelling', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const headers = { 'x-forwarded-for': '[2001:DB8:52:1::00A]:443' }
  expect((await send(harness, signIn, { email, password: 'password1' }, { headers })).status).toBe(200)
  expect(await harness.db.many(sql`select address from sessions where agent_id = ${agentId}`)).toEqual([
    { address: '2001:db8:52:1::a' },
  ])
})

test('throttled tries add no rows, however many emails are invented', async () => {
  const place = freshIp()
  await looksOf(60, () => place)
  const before = await countLimits()
  expect(await looksOf(40, () => place)).toBe(0)
  expect(await countLimits()).toBe(before)
})

test('nobody can use up the look-up that somebody else needs for signing in', async () => {
  const email = freshEmail()
  const list = (address: string) =>
    send(harness, findAccounts, { email }, { headers: { 'x-forwarded-for': address } })
  const attacker = freshIp()
  for (let number = 0; number < 61; number += 1) await list(attacker)
  expect((await list(attacker)).status).toBe(429)
  expect((await list(freshIp())).status).toBe(200)
})
