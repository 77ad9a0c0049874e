import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { renewHash } from '#server/identity/credentials.ts'
import { openPasswords } from '#server/identity/passwords.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

const PRESENT = 'm=19456,t=2,p=1'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASH_COST: 'standard' } })
})
afterAll(() => harness.close())

const makeSignIn = (email: string, password: string) =>
  send(harness, signIn, { email, password }, { address: freshIp() })
async function storedFor(email: string) {
  return harness.db.one<{ id: number; passwordHash: string }>(
    sql`select id, password_hash as "passwordHash" from agents where email = ${email}`,
  )
}
async function addOld(given: Partial<Parameters<typeof addAccount>[1]> = {}) {
  const email = freshEmail()
  await addAccount(harness.db, { email, password: 'maple otter', ...given })
  return { email, ...(await storedFor(email)) }
}

test('a hash with outdated parameters is renewed at sign-in, once, and the password still works', async () => {
  const { email, passwordHash } = await addOld()
  expect(passwordHash).toContain('m=64,t=1,p=1')
  expect((await makeSignIn(email, 'maple otter')).status).toBe(200)
  await expect.poll(async () => (await storedFor(email)).passwordHash, { timeout: 10_000 }).toContain(PRESENT)
  const renewed = (await storedFor(email)).passwordHash
  expect((await makeSignIn(email, 'maple otter')).status).toBe(200)
  expect(await harness.passwords.renew('maple otter', renewed)).toBe(undefined)
  expect((await storedFor(email)).passwordHash).toBe(renewed)
})

test('a wrong password renews nothing, not even for an account that only has to sign up', async () => {
  const active = await addOld()
  const invited = await addOld({ status: 'free signup agent' })
  const renew = harness.passwords.renew
  const renewals: string[] = []
  harness.passwords.renew = async (password, hash) => {
    renewals.push(hash)
    return renew(password, hash)
  }
  expect((await makeSignIn(active.email, 'maple utter')).status).toBe(401)
  expect((await makeSignIn(invited.email, 'maple utter')).status).toBe(200)
  harness.passwords.renew = renew
  expect(renewals).toEqual([])
  for (const { email, passwordHash } of [active, invited])
    expect((await storedFor(email)).passwordHash).toBe(passwordHash)
})

test('a password changed meanwhile stays', async () => {
  const { email, ...before } = await addOld()
  await harness.db.run(sql`update agents set password_hash = 'changed' where email = ${email}`)
  await renewHash(harness, before, 'maple otter')
  expect((await storedFor(email)).passwordHash).toBe('changed')
})

test('while the hash queue is busy, nothing is renewed', async () => {
  const { passwordHash } = await addOld()
  const passwords = openPasswords({ cost: 'standard', atOnce: 1, waiting: 4 })
  const request = passwords.hash('copper lantern')
  expect(await passwords.renew('maple otter', passwordHash)).toBe(undefined)
  await request
  expect(await passwords.renew('maple otter', passwordHash)).toContain(PRESENT)
})
