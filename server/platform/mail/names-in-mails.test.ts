import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveBillingDetails } from '#contract/features/details.ts'
import { invitePerson } from '#contract/features/people.ts'
import { askForEmail } from '#contract/features/security.ts'
import { requestResume, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addSeats } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

async function mailTo(recipient: string, purpose: string) {
  await expect
    .poll(async () => (await mailsTo(harness, recipient, purpose)).length, { timeout: 20_000 })
    .toBeGreaterThan(0)
  const [mail] = await mailsTo(harness, recipient, purpose)
  return { subject: '', plain: '', ...mail }
}

async function resumeMail(form: ReturnType<typeof goodSignUp> | ReturnType<typeof goodLegacySignUp>) {
  const email = String(form.email)
  await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
  await send(harness, requestResume, { email }, { address: freshIp() })
  return mailTo(email, 'resume-sign-up')
}

test('a line break in a name adds no line to a mail to a stranger', async () => {
  const { plain } = await resumeMail(goodLegacySignUp({ first_name: 'Dana\r\n\r\nPay here\u202e: now' }))
  expect(plain.split('\n')[0]).toBe('Hello Dana Pay here: now,')
})

test.each([
  'https://evil.example/win',
  'www.evil.example',
  'evil.example/prize',
  'Win at evil.example',
  'pay@evil.example',
  'EVIL。COM',
  'Call 1 (800) 555-0199',
])('a mail to somebody who never asked greets without a name like %s', async (firstName) => {
  const { plain } = await resumeMail(goodLegacySignUp({ first_name: firstName }))
  expect(plain.split('\n')[0]).toBe('Hello,')
  expect(plain).not.toContain(firstName)
})

test.each(['Dana', 'J.R.', 'Mary-Jane', "O'Neil", 'Jr. Dana', 'José'])(
  '%s is greeted by name',
  async (firstName) => {
    const { plain } = await resumeMail(goodLegacySignUp({ first_name: firstName }))
    expect(plain.split('\n')[0]).toBe(`Hello ${firstName},`)
  },
)

async function ownerOf(names: { company: string; firstName: string }) {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email })
  await harness.db.run(sql`update accounts set company = ${names.company} where id = ${accountId}`)
  await harness.db.run(sql`update agents set first_name = ${names.firstName} where account_id = ${accountId}`)
  await addSeats(harness.db, accountId, 5)
  return openBrowser(harness, email)
}

test('an invitation from an account named like a link shows its number instead, also in the subject', async () => {
  const invited = freshEmail()
  const owner = await ownerOf({ company: 'Win at www.evil.example', firstName: 'https://evil.example' })
  expect((await owner.call(invitePerson, { email: invited })).status).toBe(200)
  const { subject, plain } = await mailTo(invited, 'invitation')
  expect(`${subject} ${plain}`).not.toContain('evil')
  expect(subject).toMatch(/^You are invited to join account \d{6}$/)
})

test('a new billing contact gets no link or phone number as a name, also in the subject', async () => {
  const contact = freshEmail()
  const owner = await ownerOf({ company: 'Call 1 (900) 555-0199', firstName: 'https://evil.example' })
  const answer = await owner.call(saveBillingDetails, {
    ...{ same_address: true, street_address: '', locality: '', region: '', postal_code: '', tax_number: '' },
    billing_contact: contact,
  })
  expect(answer.status).toBe(200)
  const { subject, plain } = await mailTo(contact, 'billing-contact-named')
  expect(subject).toMatch(/^You are now the billing contact for account \d{6}$/)
  expect(`${subject} ${plain}`).not.toMatch(/evil|900/)
  expect(plain).toContain('The owner named you as the billing contact for account ')
})

test('a new email is asked to confirm without a link as a name', async () => {
  const email = freshEmail()
  const owner = await ownerOf({ company: 'Win at www.evil.example', firstName: 'evil.example/x' })
  expect((await owner.call(askForEmail, { email, current_password: 'password1' })).status).toBe(200)
  const { plain } = await mailTo(email, 'email-change')
  expect(plain).not.toContain('evil')
  expect(plain).toMatch(/sign in to account number \d{6} with this email/)
})

test('a name that is a link is not used: the receipt shows neither name nor company', async () => {
  const form = goodSignUp({ full_name: 'evil.example/x Dana', company: 'http://evil.example' })
  expect((await send(harness, submitSignUp, form, { address: freshIp() })).status).toBe(200)
  const { subject, plain } = await mailTo(String(form.email), 'receipt')
  expect(`${subject} ${plain}`).not.toContain('evil')
})

test('a line break in a stored name cannot add headers to a subject', async () => {
  const invited = freshEmail()
  const owner = await ownerOf({ company: 'Acme\r\nBcc: all@example.com', firstName: 'Dana' })
  expect((await owner.call(invitePerson, { email: invited })).status).toBe(200)
  const { subject } = await mailTo(invited, 'invitation')
  expect(subject).not.toMatch(/[\r\n]/)
})
