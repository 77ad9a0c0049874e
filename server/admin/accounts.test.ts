import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel, endHold } from '#contract/features/cancel.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { noteBounce } from '#server/platform/mail/note-bounce.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { addSentMail } from '#server/test-kit/returned-mails.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

async function signUp(changes: Parameters<typeof goodSignUp>[0] = {}) {
  const form = goodSignUp(changes)
  const answer = await send(harness, submitSignUp, form, { address: freshIp() })
  const pin = (answer.body.data as { pin?: string } | undefined)?.pin ?? ''
  return { form: { ...form, email: String(form.email) }, pin, status: answer.status }
}
const signsIn = async (email: string) =>
  (await send(harness, signIn, { email, password: 'password1' }, { address: freshIp() })).body.data as {
    redirect_url: string
  }
const setStatus = (pin: string, status: string) =>
  harness.db.run(sql`update accounts set status = ${status} where pin = ${pin}`)

test('an account is found by number, email or company, and shown with everything it has', async () => {
  const { form, pin } = await signUp({ company: 'Willow & Birch' })
  await setStatus(pin, 'active')
  await signsIn(form.email)
  for (const text of [pin, form.email.toUpperCase(), 'willow'])
    expect((await operator.run('account', 'find', text)).rows('accounts')).toMatchObject([
      { pin, company: 'Willow & Birch', owner: 'Dana Whitfield', email: form.email, status: 'Active' },
    ])
  expect((await operator.run('account', 'find', 'nobody at all')).text).toContain('Accounts: none')

  const shown = await operator.run('account', 'show', pin)
  expect(shown.rows('account')).toMatchObject([
    { pin, status: 'Active', card: 'Visa ending 1111', setUp: 'running' },
  ])
  expect(shown.rows('people')).toMatchObject([{ email: form.email, role: 'owner' }])
  expect(shown.rows('plan')).toMatchObject([
    { item: 'triple', quantity: 1, unitCents: 13900 },
    { item: 'lead' },
  ])
  expect(shown.rows('orders')).toMatchObject([{ kind: 'sign-up', state: 'paid', amountCents: 14900 }])
  expect(shown.rows('charges')).toMatchObject([
    { outcome: 'paid', amountCents: 14900, card: 'Visa ending 1111' },
  ])
  expect(shown.rows('mails').length).toBeGreaterThan(0)
  expect(shown.rows('sessions')).toMatchObject([{ email: form.email, reach: 'account' }])
  expect(shown.text).toContain('$149.00')

  await harness.db.run(sql`
    update accounts set status = 'canceled', fraud_marked_at = ${harness.clock.now()}, fraud_reason = 'chargeback'
    where pin = ${pin}`)
  expect((await operator.run('account', 'show', pin)).rows('account')).toMatchObject([
    { fraudReason: 'chargeback' },
  ])
  expect(await operator.refused('account', 'show', '000000')).toBe('There is no account 000000.')
  expect(await operator.refused('account', 'show')).toMatch(/^Which account\?/)
  expect(await operator.refused('account', 'find')).toBe('Enter what to look for.')
})

test('an account shows the next charge, the next try of an unpaid month, and cards refused for good', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const [leaving, closed] = [await subscribe(harness), await subscribe(harness)]
  await (await openBrowser(harness, leaving.email)).call(cancel, { reason: 'It costs too much', details: '' })
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = now() where account_id = ${closed.accountId}`)
  const shown = async ({ pin }: { pin: string }) =>
    (await operator.run('account', 'show', pin)).rows('account')[0]
  expect(await shown(leaving)).toMatchObject({ nextChargeAt: null, cancelOn: '2026-12-15' })
  expect(await shown(closed)).toMatchObject({ card: 'Visa ending 1111, refused for good' })
  const unpaid = await makePastDue(harness)
  expect(await shown(unpaid)).toMatchObject({ nextTryAt: new Date('2026-12-16T06:00:00Z') })
})

test('a full email is found among many that contain it, a part among those that do not', async () => {
  const name = `ann.${freshEmail().split('@')[0]}`
  for (let other = 0; other < 51; other += 1)
    await addAccount(harness.db, { email: `jo${other}${name}@example.com`, company: 'Elsewhere' })
  const { pin } = await addAccount(harness.db, { email: `${name}@example.com`, company: '100% Ann_s' })
  expect((await operator.run('account', 'show', `${name}@EXAMPLE.com`)).rows('account')).toMatchObject([
    { pin },
  ])
  const found = (await operator.run('account', 'find', `${name}@example.com`)).rows('accounts')
  expect(found).toHaveLength(50)
  expect(found[0]).toMatchObject({ pin })
  expect((await operator.run('account', 'find', '0% ann_')).rows('accounts')).toMatchObject([{ pin }])
  expect((await operator.run('account', 'find', '0% annxs')).text).toContain('Accounts: none')
})

test('shows the hold and the cancellations of an account', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const shown = async () => operator.run('account', 'show', one.pin)
  await putOnHold(browser, 2)
  expect((await shown()).rows('account')).toMatchObject([{ heldFrom: '2026-12-15', heldUntil: '2027-02-15' }])
  await browser.call(endHold)
  expect((await shown()).rows('account')).toMatchObject([{ heldFrom: null }])
  await browser.call(cancel, { reason: 'It costs too much', details: '' })
  expect((await shown()).rows('cancellations')).toMatchObject([
    { reason: 'It costs too much', lastDay: '2026-12-14' },
  ])
})

test("shows a person's bounced emails with the mail", async () => {
  const email = freshEmail()
  const { pin, accountId } = await addAccount(harness.db, { email })
  const { id } = await addSentMail(harness, email, accountId)
  await noteBounce(harness.db, id, { kind: 'hard', reason: '550 unknown user' }, harness.clock.now())
  const shown = await operator.run('account', 'show', pin)
  expect(shown.rows('mails')).toMatchObject([{ bounce: 'hard' }])
  expect(shown.rows('people')).toMatchObject([{ mailBouncedAt: expect.any(Date) }])
})
