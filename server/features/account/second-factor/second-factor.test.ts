import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chooseNewPassword, requestPasswordReset } from '#contract/features/password-reset.ts'
import {
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/features/second-factor.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { renewSeals } from '#server/identity/seal.ts'
import { factorSeals } from '#server/identity/second-factors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE, SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import {
  addProtected,
  appWith,
  turnOnFactor,
  typeCode,
  typePassword,
  wrongCode,
} from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

const PAGE = '/account/security/second-factor/'
const current_password = 'password1'
const account = { data: { redirect_url: '/account/' } }
const secondStep = { data: { redirect_url: '/login/second-step/' } }

test('the set-up asks for the password, shows a key and a QR code, and is on only after a code', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const other = await signedInAs(harness, { email })
  expect((await person.send(startSecondFactor, { current_password: 'wrong-one' })).status).toBe(400)
  const { body } = await person.send(startSecondFactor, { current_password })
  const { key, qr_code } = body.data as { key: string; qr_code: string }
  expect(key).toMatch(/^([A-Z2-7]{4} ?){8}$/)
  expect(qr_code).toMatch(/^data:image\/svg\+xml;base64,/)
  const code = wrongCode(appWith(harness, key))
  expect((await person.send(turnOnSecondFactor, { code })).status).toBe(400)
  expect((await typePassword(harness, email)).body).toEqual(account)
  expect(valuesIn((await person.open(PAGE)).html).factor).toBeNull()
  expect((await other.open('/account/')).status).toBe(200)
})

test('turning it on signs out other devices, is mailed and audited', async () => {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const other = await signedInAs(harness, { email })
  await turnOnFactor(harness, person)
  expect((await other.open('/account/')).location).toMatch(/^\/login\/\?status=session_ended/)
  expect(valuesIn((await person.open(PAGE)).html).factor).toMatchObject({ codesLeft: 10 })
  expect(valuesIn((await person.open('/account/security/')).html).factor).toEqual({ codesLeft: 10 })
  expect(await mailsTo(harness, email, 'second-factor-on')).toHaveLength(1)
  const audit = await harness.db.many(sql`select action from audit where account_id = ${accountId}`)
  expect(audit).toEqual([{ action: 'second-factor-on' }])
  expect((await person.send(startSecondFactor, { current_password })).status).toBe(400)
})

test('a set-up of more than 15 minutes has to start over', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  const { body } = await person.send(startSecondFactor, { current_password })
  const { Secret, TOTP } = await import('otpauth')
  const { key } = body.data as { key: string }
  harness.clock.advance(16 * MINUTE)
  await person.send(confirmIdentity, { password: current_password })
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  const code = app.generate({ timestamp: harness.clock.now().getTime() })
  expect((await person.send(turnOnSecondFactor, { code })).status).toBe(400)
  const rows = await harness.db.many(sql`
    select confirmed_at as "confirmedAt" from second_factors where agent_id = ${agentId}`)
  expect(rows).toEqual([{ confirmedAt: null }])
})

test('turning it off takes password and code, and removes codes and trusted devices', async () => {
  const { email, person, code, agentId } = await addProtected(harness)
  const wrong = await person.send(turnOffSecondFactor, { current_password: 'password9', code: code() })
  expect(wrong.status).toBe(400)
  expect((await person.send(turnOffSecondFactor, { current_password, code: wrongCode(code) })).status).toBe(
    400,
  )
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
  expect((await person.send(turnOffSecondFactor, { current_password, code: code() })).status).toBe(200)
  expect((await typePassword(harness, email)).body).toEqual(account)
  expect(await mailsTo(harness, email, 'second-factor-off')).toHaveLength(1)
  const left = await harness.db.one(sql`
    select (select count(*) from recovery_codes where agent_id = ${agentId})::int as codes,
      (select count(*) from trusted_devices where agent_id = ${agentId})::int as devices`)
  expect(left).toEqual({ codes: 0, devices: 0 })
})

test('new recovery codes replace the old ones, announced by email', async () => {
  const { email, person, code, recoveryCodes } = await addProtected(harness)
  const { body } = await person.send(renewRecoveryCodes, { current_password, code: code() })
  const { recovery_codes: fresh } = body.data as { recovery_codes: string[] }
  expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20)
  const [mail] = await mailsTo(harness, email, 'recovery-codes-renewed')
  expect(mail?.plain).toContain('/not-me/')
  const { cookies } = await typePassword(harness, email)
  expect((await typeCode(harness, cookies['second-step'], recoveryCodes[0] ?? '')).status).toBe(400)
  expect((await typeCode(harness, cookies['second-step'], fresh[0] ?? '')).status).toBe(200)
})

test('a password reset neither signs in nor removes the factor', async () => {
  const { email, code } = await addProtected(harness)
  await send(harness, requestPasswordReset, { email })
  await vi.waitFor(
    async () => expect(await mailsTo(harness, email, 'password-reset')).toHaveLength(1),
    10_000,
  )
  const [mail] = await mailsTo(harness, email, 'password-reset')
  const parts = { linkToken: linkTokenIn(mail) }
  const passwords = { password: 'password2', password_confirm: 'password2' }
  const reset = await send(harness, chooseNewPassword, passwords, { parts })
  expect(reset.status).toBe(200)
  expect(reset.cookies.session).toBeUndefined()
  const typed = await typePassword(harness, email, { password: 'password2' })
  expect(typed.body).toEqual(secondStep)
  expect((await typeCode(harness, typed.cookies['second-step'], code())).body).toEqual(account)
})

test('the secret is stored encrypted, and follows a key rotation', async () => {
  const { email, code, agentId } = await addProtected(harness)
  const keyOf = () =>
    harness.db.one<{ key_id: string }>(sql`select key_id from second_factors where agent_id = ${agentId}`)
  const before = await keyOf()
  const rotated = ['a newer secret that only this test knows, long enough', ...harness.config.secrets]
  expect((await renewSeals(harness.db, factorSeals, rotated)).renewed).toBeGreaterThan(0)
  expect(await keyOf()).not.toEqual(before)
  // Back again: what was re-encrypted is the same secret.
  await renewSeals(harness.db, factorSeals, [...harness.config.secrets, rotated[0] ?? ''])
  harness.clock.advance(30 * SECOND)
  const { cookies } = await typePassword(harness, email)
  expect((await typeCode(harness, cookies['second-step'], code())).status).toBe(200)
})
