// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeBackupCard, saveBackupCard, swapCards, updateCard } from '#contract/features/billing.ts'
import { addPasskey, removePasskey, startPasskey } from '#contract/features/passkeys.ts'
import * as people from '#contract/features/people.ts'
import * as secondFactor from '#contract/features/second-factor.ts'
import * as security from '#contract/features/security.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openAuthenticator } from '#server/test-kit/authenticator.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cookieOf, optionsIn } from '#server/test-kit/passkeys.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { send } from '#server/test-kit/send.ts'
import { sensitiveChanges } from '#server/test-kit/sensitive-changes.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Makes a request while all sessions of the account are being ended, and expects no change. */
async function expectSignedOut(accountId: number, ask: () => Promise<{ status: number }>): Promise<void> {
  const signOutEveryone = (tx: Db) =>
    tx.run(sql`
      update sessions set ended_at = ${harness.clock.now()}
      where agent_id in (select id from agents where account_id = ${accountId})`)
  const noted = () => harness.db.one(sql`select count(*) from audit where account_id = ${accountId}`)
  const before = await noted()
  expect((await whileUnderWay(harness, signOutEveryone, ask)).status).toBe(401)
  expect(await noted()).toEqual(before)
}

test.each([
  security.changePassword,
  security.askForEmail,
  removePasskey,
  secondFactor.turnOnSecondFactor,
  secondFactor.turnOffSecondFactor,
  secondFactor.renewRecoveryCodes,
  people.invitePerson,
  people.changeRole,
  people.handOver,
  updateCard,
  saveBackupCard,
  removeBackupCard,
  swapCards,
])('$path changes nothing if the session ends meanwhile', async (call) => {
  const { prepare } = sensitiveChanges.find((change) => change.call === call) ?? {}
  if (!prepare) throw new Error(`${call.path} is not in the list of sensitive changes`)
  const { person, body, accountId } = await prepare(harness)
  await expectSignedOut(accountId, () => person.send(call, body()))
})

test('a passkey is not added if the session ends meanwhile', async () => {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const started = await person.send(startPasskey, {})
  const credential = openAuthenticator(harness.config.publicUrl).create(optionsIn(started.body))
  const headers = { cookie: cookieOf(person.cookies, started.cookies) }
  await expectSignedOut(accountId, () => send(harness, addPasskey, { credential }, { headers }))
  expect(
    await harness.db.many(
      sql`select 1 from passkeys k join agents g on g.id = k.agent_id where g.email = ${email}`,
    ),
  ).toEqual([])
})
