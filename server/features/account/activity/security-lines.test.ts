import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverPasskeys, renamePasskey } from '#contract/features/passkeys.ts'
import { invitePerson, resendInvitation } from '#contract/features/people.ts'
import { askForFactorRecovery, cancelFactorRecovery } from '#contract/features/second-step.ts'
import { askForEmail, stopEmailChange } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { pages } from '#contract/pages.ts'
import { addAccount, addSeats } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { addPasskeyPerson } from '#server/test-kit/passkeys.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const seen = { device: 'Chrome 131 on Windows', ip: '203.0.113.0/24' }
const from = { address: '203.0.113.9', headers: { 'user-agent': userAgent } }
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function lineOf(person: SignedIn, text: RegExp) {
  const { lines } = valuesIn((await person.open(pages.activity)).html) as unknown as {
    lines: { text: string; more: string; device: string; ip: string }[]
  }
  return lines.find((line) => text.test(line.text))
}

test('requesting and canceling the removal of a lost factor is logged with device and place', async () => {
  const { email, person } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const headers = { ...from.headers, cookie: `second-step=${cookies['second-step']}` }
  expect((await send(harness, askForFactorRecovery, {}, { ...from, headers })).status).toBe(200)
  expect(await lineOf(person, /^Asked to remove/)).toMatchObject(seen)
  const parts = { linkToken: linkTokenIn((await mailsTo(harness, email, 'second-factor-recovery'))[0]) }
  expect((await send(harness, cancelFactorRecovery, {}, { ...from, parts })).status).toBe(200)
  expect(await lineOf(person, /^Canceled the removal/)).toMatchObject(seen)
})

test('requesting the removal of lost passkeys is logged with device and place', async () => {
  const { email } = await addPasskeyPerson(harness)
  const person = await signedInAs(harness, { email, userAgent })
  expect((await person.send(recoverPasskeys, { current_password: 'password1' })).status).toBe(200)
  expect(await lineOf(person, /^Asked to remove/)).toMatchObject({
    device: seen.device,
    ip: expect.stringMatching(/^198\.18\.\d+\.0\/24$/),
  })
})

test('a changed email is logged with the former and the new one', async () => {
  const [email, next] = [freshEmail(), freshEmail()]
  await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  await person.send(askForEmail, { email: next, current_password: 'password1' })
  const parts = { linkToken: linkTokenIn((await mailsTo(harness, next, 'email-change'))[0]) }
  expect((await send(harness, confirmEmail, {}, { parts })).status).toBe(200)
  expect(await lineOf(person, /^Changed the email$/)).toMatchObject({ more: `From ${email} to ${next}` })
})

test('a stopped change of email, a renamed passkey and a repeated invitation are logged', async () => {
  const { person, accountId } = await addPasskeyPerson(harness)
  await person.send(stopEmailChange, {})
  expect(await lineOf(person, /^Stopped/)).toBeUndefined()
  const asked = await person.send(askForEmail, { email: freshEmail(), current_password: 'password1' })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await person.send(stopEmailChange, {})
  expect(await lineOf(person, /^Stopped the change of the email/)).toBeDefined()
  await addSeats(harness.db, accountId, 2)
  const invited = freshEmail()
  const { body } = await person.send(invitePerson, { email: invited, role: 'user' })
  const { people } = body.data as { people: { id: number; email: string }[] }
  const agent_id = people.find(({ email }) => email === invited)?.id ?? 0
  const { passkeys } = valuesIn((await person.open(pages.passkeys)).html) as unknown as {
    passkeys: { id: number }[]
  }
  const answers = [
    await person.send(resendInvitation, { agent_id }),
    await person.send(renamePasskey, { passkey_id: passkeys[0]?.id ?? 0, name: 'Work laptop' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await lineOf(person, /^Sent an invitation again/)).toMatchObject({ more: invited })
  expect(await lineOf(person, /^Changed the name of a passkey/)).toMatchObject({ more: 'Work laptop' })
})
