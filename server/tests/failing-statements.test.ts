// On PostgreSQL: a failing statement must not keep its connection.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { turnOnSecondFactor } from '#contract/features/second-factor.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addProtected, startFactor, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
})
afterEach(() => harness.close())

/** While this runs, the database rejects such rows as if its disk were full. */
async function withoutRoom<Result>(
  event: 'insert on sessions' | 'insert on charges' | 'update on limits',
  act: () => Promise<Result>,
): Promise<Result> {
  const { db } = harness
  const [, table] = event.split(' on ')
  await db.pool.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'no room' using errcode = '53100'; end $$`)
  await db.pool.query(`create trigger no_room before ${event} for each row execute function no_room()`)
  try {
    return await act()
  } finally {
    await db.pool.query(`drop trigger no_room on ${table}`)
    await db.pool.query('drop function no_room')
  }
}

test('a recovery code is not used up if no session could be opened', async () => {
  const { email, agentId, recoveryCodes } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const type = () => typeCode(harness, cookies['second-step'], recoveryCodes[0] ?? '')
  expect((await withoutRoom('insert on sessions', type)).status).toBe(503)
  const again = await type()
  expect([again.status, typeof again.cookies.session]).toEqual([200, 'string'])
  expect(
    await harness.db.one(sql`
      select count(*) filter (where used_at is not null) as used, count(*) as codes from recovery_codes
      where agent_id = ${agentId}`),
  ).toEqual({ used: 1, codes: 10 })
})

test('recovery codes of a new app are shown even if an attempt cannot be restored', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const code = await startFactor(harness, person)
  // The first count is an insert; restoring it is the only update.
  const on = await withoutRoom('update on limits', () => person.send(turnOnSecondFactor, { code: code() }))
  expect(on.status).toBe(200)
  expect(on.body.data).toMatchObject({ recovery_codes: expect.arrayContaining([expect.any(String)]) })
})

test('payments that never reached the bank do not count as declines', async () => {
  const pay = () => send(harness, submitSignUp, goodSignUp(), { address: freshIp() })
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await withoutRoom('insert on charges', pay)).status).toBe(503)
  expect((await pay()).status).toBe(200)
})
