import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverPasskeys } from '#contract/features/passkeys.ts'
import { invitePerson } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { askForEmail, changePassword } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE, SECOND } from '#server/ports/clock.ts'
import { addAccount, addAgent, addSeats } from '#server/test-kit/accounts.ts'
import { openAuthenticator } from '#server/test-kit/authenticator.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { chosen, joins, linkIn, pressNotMe, resetPassword, tokenIn } from '#server/test-kit/not-me.ts'
import { createPasskey, signInBy } from '#server/test-kit/passkeys.ts'
import { turnOnFactor, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs } from '#server/test-kit/signed-in.ts'

// A stranger knows the password and has a session; the person has the mailbox of the former email.
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** An account in which a stranger is signed in as its owner. */
async function takenOver() {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email })
  return { email, accountId, stranger: await signedInAs(harness, { email }) }
}

async function takeEmail(stranger: SignedIn): Promise<string> {
  const taken = freshEmail()
  expect((await stranger.send(askForEmail, { email: taken, current_password: 'password1' })).status).toBe(200)
  harness.clock.advance(MINUTE)
  const linkToken = tokenIn(await linkIn(harness, taken, 'email-change', '/account/email/'))
  expect((await send(harness, confirmEmail, {}, { parts: { linkToken } })).status).toBe(200)
  harness.clock.advance(MINUTE)
  return taken
}

async function changesPassword(stranger: SignedIn) {
  const body = { current_password: 'password1', ...chosen('tin roof') }
  expect((await stranger.send(changePassword, body)).status).toBe(200)
  harness.clock.advance(MINUTE)
}

const emailsOf = async (accountId: number) =>
  (
    await harness.db.many<{ email: string }>(
      sql`select email from agents where account_id = ${accountId} and removed_at is null order by id`,
    )
  ).map(({ email }) => email)

test('a stranger who changed the email cannot end the notice sent to the former one', async () => {
  const { email, accountId, stranger } = await takenOver()
  const taken = await takeEmail(stranger)
  await changesPassword(stranger)
  expect(await pressNotMe(harness, taken, 'password-changed')).toMatchObject({ kind: 'done', email: taken })
  expect(await resetPassword(harness, taken, 'copper kettle')).toBe(200)

  expect(await pressNotMe(harness, email, 'email-changed')).toMatchObject({
    kind: 'done',
    email,
    isTaken: false,
  })
  expect(await emailsOf(accountId)).toEqual([email])
  expect(await resetPassword(harness, email, 'maple otter')).toBe(200)
  expect((await typePassword(harness, taken, { password: 'copper kettle' })).status).toBe(401)
  expect((await typePassword(harness, email, { password: 'maple otter' })).status).toBe(200)
  // The notice of the stranger's own reset came later: it undoes nothing.
  expect(await pressNotMe(harness, taken, 'password-changed')).toEqual({ kind: 'over' })
  expect(await emailsOf(accountId)).toEqual([email])
})

test('the button in the newest notice removes a passkey announced by an earlier one', async () => {
  const { email, stranger } = await takenOver()
  const key = openAuthenticator(harness.config.publicUrl)
  expect((await createPasskey(harness, stranger, key)).status).toBe(200)
  harness.clock.advance(MINUTE)
  await changesPassword(stranger)
  expect(await pressNotMe(harness, email, 'password-changed')).toMatchObject({ kind: 'done' })
  expect(await resetPassword(harness, email, 'maple otter')).toBe(200)
  expect((await signInBy(harness, key)).status).not.toBe(200)
  const person = await signedInAs(harness, { email, password: 'maple otter' })
  expect((await person.open('/account/activity/')).html).toContain('Removed a passkey')
})

test('it keeps a passkey older than every notice still valid', async () => {
  const { email, stranger } = await takenOver()
  const key = openAuthenticator(harness.config.publicUrl)
  expect((await createPasskey(harness, stranger, key)).status).toBe(200)
  harness.clock.advance(73 * HOUR)
  const person = await signedInAs(harness, { email })
  expect((await person.send(recoverPasskeys, { current_password: 'password1' })).status).toBe(200)
  expect(await pressNotMe(harness, email, 'passkey-recovery')).toMatchObject({ kind: 'done' })
  expect((await signInBy(harness, key)).status).toBe(200)
})

test('an authenticator app turned on by somebody else is removed, and the mail says so', async () => {
  const { email, stranger } = await takenOver()
  await turnOnFactor(harness, stranger)
  expect(await pressNotMe(harness, email, 'second-factor-on')).toMatchObject({ kind: 'done' })
  const { plain } = await harness.db.one<{ plain: string }>(
    sql`select plain from mails where recipient = ${email} and purpose = 'not-me'`,
  )
  expect(plain.replaceAll(/\s+/g, ' ')).toContain(
    'We also removed what was added since our first email about it: the authenticator app of two-step verification.',
  )
  expect(await resetPassword(harness, email, 'maple otter')).toBe(200)
  const person = await signedInAs(harness, { email, password: 'maple otter' })
  expect((await person.open('/account/activity/')).html).toContain('Turned off two-step verification')
})

test('an authenticator app is removed even if hashing its recovery codes took a while', async () => {
  const { email, stranger } = await takenOver()
  const { passwords, clock, db } = harness
  // As on a known device: the notice about the app is the first one.
  await db.run(sql`
    delete from links l using agents g where g.id = l.agent_id and g.email = ${email} and l.purpose = 'not-me'`)
  const real = passwords.hashWith
  passwords.hashWith = (...given) => {
    clock.advance(SECOND)
    return real(...given)
  }
  await turnOnFactor(harness, stranger).finally(() => {
    passwords.hashWith = real
  })
  expect(await pressNotMe(harness, email, 'second-factor-on')).toMatchObject({ kind: 'done' })
  const kept = sql`select 1 from second_factors f join agents g on g.id = f.agent_id where g.email = ${email}`
  expect(await db.many(kept)).toEqual([])
})

test('an invitation to the former email does not prevent restoring it', async () => {
  const { email, accountId, stranger } = await takenOver()
  await addSeats(harness.db, accountId, 3)
  await takeEmail(stranger)
  expect((await stranger.send(invitePerson, { email, role: 'user' })).status).toBe(200)
  const invitation = tokenIn(await linkIn(harness, email, 'invitation', '/invitation/'))
  expect(await pressNotMe(harness, email, 'email-changed')).toMatchObject({
    kind: 'done',
    email,
    isTaken: false,
  })
  expect(await emailsOf(accountId)).toEqual([email])
  const joining = { full_name: 'Ada Okafor', ...chosen('maple otter') }
  expect((await send(harness, join, joining, { parts: { linkToken: invitation } })).status).not.toBe(200)
  expect(await resetPassword(harness, email, 'maple otter')).toBe(200)
  const person = await signedInAs(harness, { email, password: 'maple otter' })
  expect((await person.open('/account/activity/')).html).toContain('Withdrew an invitation')
})

test('the former email is restored where the stranger made somebody join with it', async () => {
  const { email, accountId, stranger } = await takenOver()
  await addSeats(harness.db, accountId, 3)
  await takeEmail(stranger)
  await joins(harness, stranger, { email })
  expect(await pressNotMe(harness, email, 'email-changed')).toMatchObject({ kind: 'done', isTaken: false })
  expect(await emailsOf(accountId)).toEqual([email])
})

test('if another person has joined with the former email, the page says that the change stays', async () => {
  const { email, accountId, stranger } = await takenOver()
  await addSeats(harness.db, accountId, 3)
  const taken = await takeEmail(stranger)
  await addAgent(harness.db, accountId, { email, role: 'user' })
  expect(await pressNotMe(harness, email, 'email-changed')).toMatchObject({ kind: 'done', isTaken: true })
  expect(await emailsOf(accountId)).toEqual([taken, email])
})
