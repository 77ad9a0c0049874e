// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { changePassword } from '#contract/features/security.ts'
import { signIn } from '#contract/features/sign-in.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { chosen, pressNotMe } from '#server/test-kit/not-me.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { addProtected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { setPassword } from './credentials.ts'
import { makeLink } from './links.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const signInAs = (email: string, cookie = '') =>
  send(harness, signIn, { email, password: 'password1' }, { address: freshIp(), headers: { cookie } })

/** Somebody signs in with the old password while the new one is being stored. */
async function signInMeanwhile({ email, agentId }: { email: string; agentId: number }, cookie = '') {
  const hash = String(await harness.passwords.hash('another password'))
  const replace = (tx: Db) => setPassword(tx, agentId, hash, harness.clock.now())
  return whileUnderWay(harness, replace, () => signInAs(email, cookie))
}

const startedOn = ({ agentId }: { agentId: number }) =>
  harness.db.one(sql`
    select (select count(*) from sessions where agent_id = ${agentId} and ended_at is null) as sessions,
      (select count(*) from mails m join agents g on g.account_id = m.account_id
       where g.id = ${agentId} and m.purpose = 'new-device') as notices`)

test('a password replaced while it is being checked opens no session', async () => {
  const email = freshEmail()
  const person = { email, ...(await addAccount(harness.db, { email })) }
  expect((await signInMeanwhile(person)).status).toBe(401)
  expect(await startedOn(person)).toEqual({ sessions: 0, notices: 0 })
})

test('nor does it on a known device', async () => {
  const email = freshEmail()
  const person = { email, ...(await addAccount(harness.db, { email })) }
  const { cookies } = await signInAs(email)
  const before = await startedOn(person)
  const { status } = await signInMeanwhile(person, `device=${cookies.device}`)
  expect(status).toBe(401)
  expect(await startedOn(person)).toEqual(before)
})

test('nor does its second step count', async () => {
  const { email, agentId, code } = await addProtected(harness)
  const { verify } = harness.passwords
  vi.spyOn(harness.passwords, 'verify').mockImplementationOnce(async (...typed) => {
    const isRight = await verify(...typed)
    harness.clock.advance(10)
    await harness.db.transaction((tx) => setPassword(tx, agentId, 'another hash', harness.clock.now()))
    return isRight
  })
  const { status, cookies } = await typePassword(harness, email)
  expect(status).toBe(200)
  expect((await typeCode(harness, cookies['second-step'], code())).status).toBe(401)
})

test('nor does a second step that is just being finished', async () => {
  const { email, agentId, code } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const before = await startedOn({ agentId })
  const { transaction } = harness.db
  // The code is right, but the password is replaced after the step was found and before the session begins.
  harness.db.transaction = async (...work) => {
    harness.db.transaction = transaction
    harness.clock.advance(10)
    await transaction((tx) => setPassword(tx, agentId, 'another hash', harness.clock.now()))
    return transaction(...work)
  }
  const finished = await typeCode(harness, cookies['second-step'], code())
  expect(finished.cookies.session).toBeUndefined()
  expect(await startedOn({ agentId })).toEqual(before)
})

type Person = { email: string; agentId: number; accountId: number }

const replacing: [string, (person: Person) => Promise<unknown>][] = [
  [
    'changed',
    async ({ email }) => {
      const person = await signedInAs(harness, { email })
      return () => person.send(changePassword, { current_password: 'password1', ...chosen('maple otter') })
    },
  ],
  [
    'reset',
    async ({ agentId }) => {
      const link = { purpose: 'password-reset', agentId, lastsMs: HOUR } as const
      const linkToken = await makeLink(harness.db, link, harness.clock.now())
      return () => send(harness, chooseNewPassword, chosen('maple otter'), { parts: { linkToken } })
    },
  ],
  [
    'reported',
    async ({ email }) => {
      await signInAs(email)
      return () => pressNotMe(harness, email, 'new-device')
    },
  ],
]

test.each(replacing)(
  'a password that is %s is dated after waiting for its row: sessions opened meanwhile are older',
  async (_, prepare) => {
    const email = freshEmail()
    const person = { email, ...(await addAccount(harness.db, { email })) }
    const replace = (await prepare(person)) as () => Promise<unknown>
    const start = harness.clock.now()
    const holdRow = (tx: Db) => tx.one(sql`select id from agents where id = ${person.agentId} for update`)
    await whileUnderWay(harness, holdRow, replace, () => harness.clock.advance(MINUTE))
    const { setAt } = await harness.db.one<{ setAt: Date }>(
      sql`select password_set_at as "setAt" from agents where id = ${person.agentId}`,
    )
    expect(setAt.getTime() - start.getTime()).toBe(MINUTE)
  },
)
