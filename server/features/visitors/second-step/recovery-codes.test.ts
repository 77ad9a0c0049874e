import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renewRecoveryCodes, turnOnSecondFactor } from '#contract/features/second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  addProtected,
  startFactor,
  typeCode,
  typePassword,
  wrongCode,
} from '#server/test-kit/second-factor.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
afterEach(() => vi.restoreAllMocks())

async function tryCode(email: string, code: string) {
  const { cookies } = await typePassword(harness, email)
  return (await typeCode(harness, cookies['second-step'], code)).status
}

test('a recovery code has twelve unambiguous letters in groups of four', async () => {
  const { recoveryCodes } = await addProtected(harness)
  expect(recoveryCodes).toHaveLength(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){2}[a-hj-km-np-z2-9]{4}$/)
})

test('each person has their own salt, and no code is stored under a fast hash', async () => {
  const people = [await addProtected(harness), await addProtected(harness)]
  const salts = await Promise.all(
    people.map(({ agentId }) =>
      harness.db.one<{ salt: string }>(
        sql`select codes_salt as salt from second_factors where agent_id = ${agentId}`,
      ),
    ),
  )
  expect(new Set(salts.map(({ salt }) => salt)).size).toBe(2)
  for (const { salt } of salts) expect(salt).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}$/)
  const fast = people[0]?.recoveryCodes.map((code) => hashToken(code.replaceAll('-', ''))) ?? []
  expect(await harness.db.many(sql`select 1 from recovery_codes where code_hash = any(${fast})`)).toEqual([])
})

test('a try takes one hash, outside of any transaction, and none if it cannot be a code', async () => {
  const { email, code, recoveryCodes } = await addProtected(harness)
  const real = harness.passwords.hashWith
  const hashed = vi.spyOn(harness.passwords, 'hashWith').mockImplementation(async (salt, secret) => {
    // The embedded database refuses this while a transaction is open.
    await harness.db.one(sql`select 1 as one`)
    return real(salt, secret)
  })
  expect(await tryCode(email, recoveryCodes[9] ?? '')).toBe(200)
  expect(hashed).toHaveBeenCalledTimes(1)
  expect(await tryCode(email, 'aaaa-bbbb-cccc')).toBe(400)
  expect(hashed).toHaveBeenCalledTimes(2)
  for (const typed of ['aaaa-bbbb-ccc', 'aaaa-bbbb-cccl', `${recoveryCodes[8]}-aaaa`])
    expect(await tryCode(email, typed)).toBe(400)
  expect(await tryCode(email, code())).toBe(200)
  expect(hashed).toHaveBeenCalledTimes(2)
})

test('while the hash queue is full, a recovery code is refused, and neither used up nor counted', async () => {
  const { email, recoveryCodes } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const type = async () => (await typeCode(harness, cookies['second-step'], recoveryCodes[0] ?? '')).status
  vi.spyOn(harness.passwords, 'hashWith').mockResolvedValue(refuse('busy'))
  for (let tries = 0; tries < 11; tries += 1) expect(await type()).toBe(503)
  vi.restoreAllMocks()
  expect(await type()).toBe(200)
})

test('while the hash queue is full, nothing is turned on, and the same code works later', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const code = await startFactor(harness, person)
  const hashed = vi.spyOn(harness.passwords, 'hashWith').mockResolvedValue(refuse('busy'))
  expect((await person.send(turnOnSecondFactor, { code: wrongCode(code) })).status).toBe(400)
  expect(hashed).not.toHaveBeenCalled()
  expect((await person.send(turnOnSecondFactor, { code: code() })).status).toBe(503)
  vi.restoreAllMocks()
  expect((await person.send(turnOnSecondFactor, { code: code() })).status).toBe(200)
})

test('a person gets new recovery codes ten times an hour', async () => {
  const { person, code } = await addProtected(harness)
  const renew = async () => (await person.send(renewRecoveryCodes, {})).status
  await person.send(renewRecoveryCodes, { current_password: 'password1', code: code() })
  for (let times = 1; times < 10; times += 1) expect(await renew()).toBe(200)
  expect(await renew()).toBe(429)
  harness.clock.advance(3600 * SECOND)
})
