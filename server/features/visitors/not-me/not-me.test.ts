// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { askForEmail, changePassword } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { finishRecoveries, requestRecovery } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { transaction } from '#server/platform/transaction.ts'
import { HOUR, SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner, exchange, letIn, refresh, whoIs } from '#server/test-kit/partners.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** The path of the newest link of this kind mailed to somebody. */
async function linkIn(email: string, path: string): Promise<string> {
  const mails = await harness.db.many<{ plain: string }>(
    sql`select plain from mails where recipient = ${email} order by id desc`,
  )
  const found = mails.flatMap(({ plain }) => new RegExp(`${path}[\\w-]+/`).exec(plain)?.[0] ?? [])
  return found[0] ?? ''
}

async function open(url: string) {
  const { statusCode, body } = await harness.app.inject({ url, remoteAddress: freshIp() })
  return { status: statusCode, state: valuesIn(body).state as { kind: string } }
}

async function press(url: string) {
  const { body } = await harness.app.inject({
    method: 'POST',
    url,
    remoteAddress: freshIp(),
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: harness.config.publicUrl },
    payload: '--x\r\ncontent-disposition: form-data; name="confirm"\r\n\r\n1\r\n--x--\r\n',
  })
  return valuesIn(body).state as { kind: string; email?: string }
}

const tryPassword = async (email: string, password: string) =>
  (await send(harness, signIn, { email, password }, { address: freshIp() })).status

async function newPerson() {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  return { email, person, link: await linkIn(email, '/not-me/') }
}

test('opening the link does nothing; the button signs out everywhere and asks for a new password', async () => {
  const { email, person, link } = await newPerson()
  expect(await open(link)).toMatchObject({ status: 200, state: { kind: 'asks', email, changedSince: false } })
  expect((await person.open('/account/security/')).status).toBe(200)
  expect(await press(link)).toMatchObject({ kind: 'done', email, isTaken: false, ownership: null })
  expect((await person.open('/account/security/')).status).toBe(302)
  expect(await tryPassword(email, 'password1')).toBe(401)

  const linkToken = (await linkIn(email, '/password-reset/confirm/')).split('/').at(-2) ?? ''
  const chosen = { password: 'maple otter', password_confirm: 'maple otter' }
  expect((await send(harness, chooseNewPassword, chosen, { parts: { linkToken } })).status).toBe(200)
  const back = await signedInAs(harness, { email, password: 'maple otter' })
  expect((await back.open('/account/activity/')).html).toContain('Reported “this was not me”')
})

test('a partner authorized just before gets no connection afterwards', async () => {
  const partner = await addTestPartner(harness)
  const { email, link } = await newPerson()
  const code = await letIn(harness, partner, { email })
  harness.clock.advance(10 * SECOND)
  expect(await press(link)).toMatchObject({ kind: 'done' })
  harness.clock.advance(10 * SECOND)
  expect((await exchange(harness, partner, code)).status).toBe(400)
})

test('nor is a second factor removed on a request made with the former password', async () => {
  const person = await addProtected(harness)
  // A factor added while a notice can still be answered is removed by it.
  harness.clock.advance(73 * HOUR)
  await typePassword(harness, person.email)
  await transaction(harness, (tx) => requestRecovery(tx, person, { agentId: person.agentId }))
  expect(await press(await linkIn(person.email, '/not-me/'))).toMatchObject({ kind: 'done' })
  harness.clock.advance(25 * HOUR)
  await finishRecoveries(harness)
  expect(
    await harness.db.many(sql`select 1 from second_factors where agent_id = ${person.agentId}`),
  ).toHaveLength(1)
})

test('someone who has changed the password since is told so, and may stop there', async () => {
  const { email, person, link } = await newPerson()
  harness.clock.advance(1000)
  const chosen = { password: 'maple otter', password_confirm: 'maple otter' }
  const changed = await person.send(changePassword, { current_password: 'password1', ...chosen })
  expect(changed.status).toBe(200)
  const { body } = await harness.app.inject({ url: link, remoteAddress: freshIp() })
  expect(valuesIn(body).state).toMatchObject({ kind: 'asks', email, changedSince: true })
  expect(body).toContain('Your password was changed after we sent the email.')
  expect(await tryPassword(email, 'maple otter')).toBe(200)
})

test('a link works once, even if pressed twice at once, and for three days', async () => {
  const { link } = await newPerson()
  const kinds = (await Promise.all([press(link), press(link)])).map(({ kind }) => kind).sort()
  expect(kinds).toEqual(['done', 'used'])
  expect((await open(link)).state).toEqual({ kind: 'used' })
  const { link: late, email } = await newPerson()
  harness.clock.advance(72 * HOUR)
  expect([(await open(late)).state, await press(late)]).toEqual([{ kind: 'over' }, { kind: 'over' }])
  expect(await tryPassword(email, 'password1')).toBe(200)
  expect((await open('/not-me/nonsense/')).state).toEqual({ kind: 'over' })
})

test('a change of email is undone by the notice sent to the former one', async () => {
  const { email, person } = await newPerson()
  const taken = freshEmail()
  await person.send(askForEmail, { email: taken, current_password: 'password1' })
  const linkToken = (await linkIn(taken, '/account/email/')).split('/').at(-2) ?? ''
  harness.clock.advance(1000)
  expect((await send(harness, confirmEmail, {}, { parts: { linkToken } })).status).toBe(200)
  expect(await press(await linkIn(email, '/not-me/'))).toMatchObject({
    kind: 'done',
    email,
    isTaken: false,
    ownership: null,
  })
  expect(await linkIn(taken, '/password-reset/confirm/')).toBe('')
  const linkOfReset = (await linkIn(email, '/password-reset/confirm/')).split('/').at(-2) ?? ''
  const chosen = { password: 'maple otter', password_confirm: 'maple otter' }
  await send(harness, chooseNewPassword, chosen, { parts: { linkToken: linkOfReset } })
  expect([await tryPassword(email, 'maple otter'), await tryPassword(taken, 'maple otter')]).toEqual([
    200, 401,
  ])
  const back = await signedInAs(harness, { email, password: 'maple otter' })
  expect((await back.open('/account/activity/')).html).toContain(`From ${taken} to ${email}`)
})

test('an app connected in the last three days is disconnected, an older one stays', async () => {
  const older = await addTestPartner(harness)
  const newer = await addTestPartner(harness)
  const { email } = await newPerson()
  const kept = await exchange(harness, older, await letIn(harness, older, { email }))
  harness.clock.advance(73 * HOUR)
  const ended = await exchange(harness, newer, await letIn(harness, newer, { email }))
  expect(await press(await linkIn(email, '/not-me/'))).toMatchObject({
    kind: 'done',
    email,
    isTaken: false,
    ownership: null,
  })
  expect((await whoIs(harness, ended.body.access_token)).status).toBe(401)
  const { body } = await refresh(harness, older, kept.body.refresh_token)
  expect((await whoIs(harness, body.access_token)).status).toBe(200)
})
