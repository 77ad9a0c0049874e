// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removePasskey } from '#contract/features/passkeys.ts'
import { turnOnSecondFactor } from '#contract/features/second-factor.ts'
import { withdrawFactorDemand } from '#contract/features/second-factor-demand.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { addTeam, atDemand, demand } from '#server/test-kit/factor-demand.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner, requestAuthorization } from '#server/test-kit/partners.ts'
import { addPasskeyPerson, signInBy, storePasskey } from '#server/test-kit/passkeys.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { addProtected, startFactor, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { confirmSecondFactor } from './second-factors.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Does something right before the statement that completes a checked sign-in. */
async function justBefore<Result>(
  table: 'sessions' | 'authorization_codes',
  change: () => Promise<{ status: number }>,
  act: () => Promise<Result>,
): Promise<Result> {
  const { run } = harness.db
  const changed: number[] = []
  harness.db.run = async (statement) => {
    if (statement.text.includes(`insert into ${table}`) && changed.length === 0) {
      changed.push(0)
      changed[0] = (await change()).status
    }
    return run(statement)
  }
  const result = await act().finally(() => {
    harness.db.run = run
  })
  expect(changed).toEqual([200])
  return result
}

const openSessionsOf = async (agentId: number) =>
  (await harness.db.many(sql`select 1 from sessions where agent_id = ${agentId} and ended_at is null`)).length

test('a password opens no session if an app is turned on while it is being checked', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const code = await startFactor(harness, person)
  const turnOn = () => person.send(turnOnSecondFactor, { code: code() })
  const stranger = await justBefore('sessions', turnOn, () => typePassword(harness, email))
  expect(stranger.status).toBe(401)
  expect(stranger.cookies.session).toBeUndefined()
  expect(await openSessionsOf(agentId)).toBe(1)
})

test('nor if that is being stored at the same moment', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const code = await startFactor(harness, await signedInAs(harness, { email }))
  const { secrets } = harness.config
  const now = harness.clock.now()
  const owner = { agentId, begunBy: null }
  const turnOn = async (tx: Db) =>
    expect(await confirmSecondFactor(tx, owner, code(), secrets, { sentAt: now, now })).toBe(true)
  const stranger = await whileUnderWay(harness, turnOn, () => typePassword(harness, email))
  expect(stranger.cookies.session).toBeUndefined()
  expect(await openSessionsOf(agentId)).toBe(1)
})

test('nor does it authorize a partner', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const code = await startFactor(harness, person)
  const turnOn = () => person.send(turnOnSecondFactor, { code: code() })
  const partner = await addTestPartner(harness, { name: 'Lead Mailer' })
  const request = await justBefore('authorization_codes', turnOn, () =>
    requestAuthorization(harness, partner, { email }),
  )
  expect(request.status).toBe(401)
})

test('a passkey opens no session if it is removed while it is being checked', async () => {
  const { agentId, person, authenticator } = await addPasskeyPerson(harness)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from passkeys where agent_id = ${agentId}`,
  )
  const before = await openSessionsOf(agentId)
  const remove = () => person.send(removePasskey, { passkey_id: id })
  const holder = await justBefore('sessions', remove, () => signInBy(harness, authenticator))
  expect(holder.status).toBe(401)
  expect(await openSessionsOf(agentId)).toBe(before)
})

test("nor does a code if the person's passkeys change meanwhile", async () => {
  const { email, agentId, person, code } = await addProtected(harness)
  const passkey = await storePasskey(harness, agentId)
  const { cookies } = await typePassword(harness, email)
  const before = await openSessionsOf(agentId)
  const { transaction } = harness.db
  const changed: number[] = []
  // The step was found, but using up its code has not begun.
  harness.db.transaction = async (...work) => {
    harness.db.transaction = transaction
    changed.push((await person.send(removePasskey, { passkey_id: passkey })).status)
    return transaction(...work)
  }
  const holder = await typeCode(harness, cookies['second-step'], code())
  expect(changed).toEqual([200])
  expect([holder.status, holder.cookies.session]).toEqual([401, undefined])
  expect(await openSessionsOf(agentId)).toBe(before)
})

test('a set-up no longer required uses the factors it was checked with, not an app added since', async () => {
  const team = await addTeam(harness)
  await demand(team, '0')
  const typed = await typePassword(harness, team.email)
  const step = `second-step=${typed.cookies['second-step']}`
  await team.owner.person.send(withdrawFactorDemand, {})
  const person = await signedInAs(harness, { email: team.email })
  const code = await startFactor(harness, person)
  const { maybe } = harness.db
  const changed: number[] = []
  harness.db.maybe = async (statement) => {
    const found = await maybe(statement)
    if (statement.text.includes('from demand_deadlines') && changed.length === 0) {
      changed.push(0)
      changed[0] = (await person.send(turnOnSecondFactor, { code: code() })).status
    }
    return found as never
  }
  const finished = await atDemand(harness, step, { step: 'finish' }).finally(() => {
    harness.db.maybe = maybe
  })
  expect(changed).toEqual([200])
  expect([finished.location, finished.cookies.session]).toEqual(['/login/?status=session_ended', undefined])
})
