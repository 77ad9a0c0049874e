import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in/calls.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addAccount } from '../test-kit/accounts.ts'
import { freshEmail, freshIp } from '../test-kit/fresh.ts'
import { operatorOf } from '../test-kit/operator.ts'
import { send } from '../test-kit/send.ts'
import { goodSignUp } from '../test-kit/sign-ups.ts'

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
const statusOf = async (pin: string) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where pin = ${pin}`)).status
const setStatus = (pin: string, status: string) =>
  harness.db.run(sql`update accounts set status = ${status} where pin = ${pin}`)

test('an account is found by number, email or company, and shown with all that belongs to it', async () => {
  const { form, pin } = await signUp({ company: 'Willow & Birch' })
  await setStatus(pin, 'active')
  await signsIn(form.email)
  for (const text of [pin, form.email.toUpperCase(), 'willow'])
    expect((await operator.run('account', 'find', text)).rows('accounts')).toMatchObject([
      { pin, company: 'Willow & Birch', owner: 'Dana Whitfield', email: form.email, status: 'Active' },
    ])
  expect((await operator.run('account', 'find', 'nobody at all')).text).toContain('Accounts: none')

  const shown = await operator.run('account', 'show', 'Willow', '&', 'Birch')
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

  await addAccount(harness.db, { email: freshEmail(), company: 'Willow Lane' })
  expect(await operator.refused('account', 'show', 'willow')).toMatch(
    /^Several accounts match: .*Enter one of these numbers/,
  )
  expect(await operator.refused('account', 'show', '000000')).toBe('There is no account 000000.')
  for (const verb of ['show', 'find'])
    expect(await operator.refused('account', verb)).toMatch(/^Which account\?/)
})

test('a whole email is found among many that contain it, a part among those that do not', async () => {
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

test('a mail that could not be delivered is sent again; one that still may be, or whose text is gone, is not', async () => {
  const { form } = await signUp()
  const mail = await harness.db.one<{ id: number }>(sql`
    update mails set state = 'failed', last_error = '550 no such user', settled_at = now()
    where id = (select min(id) from mails where recipient = ${form.email}) returning id`)
  expect((await operator.run('mail', 'resend', String(mail.id))).text).toContain('is being sent')
  expect(await operator.lastAuditEntry()).toBe('mail-resent')
  const jobs = await harness.db.many(sql`
    select 1 from pgboss.job where name = 'deliver-mail' and data->>'mailId' = ${String(mail.id)}`)
  expect(jobs.length).toBeGreaterThan(1)
  expect(await operator.refused('mail', 'resend', String(mail.id))).toContain('still being retried')
  await harness.db.run(
    sql`update mails set state = 'sent', plain = null, html = null, content = null where id = ${mail.id}`,
  )
  expect(await operator.refused('mail', 'resend', String(mail.id))).toContain('Its text was deleted')
  for (const id of ['999999', 'x', '1; drop table mails'])
    expect(await operator.refused('mail', 'resend', id)).toBe(`There is no email ${id}.`)
})

test('a dead set-up is repeated, and no other', async () => {
  const { pin } = await signUp()
  expect(await operator.refused('set-up', 'repeat', pin)).toContain('is not dead')
  await harness.db.run(sql`
    update set_ups set state = 'dead', tries = 15, last_error = 'The provider answered 500'
    where account_id = (select id from accounts where pin = ${pin})`)
  expect((await operator.run('set-up', 'list')).rows('setUps')).toContainEqual(
    expect.objectContaining({ pin, state: 'dead', lastError: 'The provider answered 500' }),
  )
  await operator.run('set-up', 'repeat', pin)
  expect(await operator.lastAuditEntry()).toBe('set-up-repeated')
  expect((await operator.run('set-up', 'list')).rows('setUps')).toContainEqual(
    expect.objectContaining({ pin, state: 'running', tries: 0 }),
  )
  expect(await operator.refused('set-up', 'repeat', 'nobody')).toBe('There is no account nobody.')
})

test('a fraud mark cancels, signs out and stops charges; taken back, a month that runs goes on', async () => {
  const { form, pin } = await signUp()
  await setStatus(pin, 'active')
  expect((await signsIn(form.email)).redirect_url).toBe('/account/')
  expect(await operator.refused('fraud', 'undo', pin)).toContain('is not marked')
  expect(await operator.refused('fraud', 'mark', pin)).toContain('Give a reason')
  await operator.run('fraud', 'mark', pin, '--reason', 'chargeback of November')
  expect(await operator.lastAuditEntry()).toBe('fraud-marked')
  expect((await signsIn(form.email)).redirect_url).toBe('/login/?status=logged_out_as_fraud')
  const shown = await operator.run('account', 'show', pin)
  expect(shown.rows('account')).toMatchObject([{ fraudReason: 'chargeback of November', nextChargeAt: null }])
  expect(shown.rows('sessions').every(({ endedAt }) => endedAt !== null)).toBe(true)
  expect(await operator.refused('fraud', 'mark', pin, '--reason', 'again')).toContain('already marked')

  await operator.run('fraud', 'undo', pin)
  expect(await operator.lastAuditEntry()).toBe('fraud-undone')
  expect((await signsIn(form.email)).redirect_url).toBe('/account/')
  expect((await operator.run('account', 'show', pin)).rows('account')).toMatchObject([
    { fraudMarkedAt: null, nextChargeAt: expect.any(Date) },
  ])
})

test('a fraud mark that is taken back after the month leaves the owner to reactivate, without a debt', async () => {
  const { pin } = await signUp()
  await setStatus(pin, 'active')
  await operator.run('fraud', 'mark', pin, '--reason', 'a mistake')
  const before = harness.clock.now().toISOString()
  harness.clock.set('2027-02-01T12:00:00Z')
  await operator.run('fraud', 'undo', pin)
  harness.clock.set(before)
  expect(await statusOf(pin)).toBe('canceled')
  expect((await operator.run('account', 'show', pin)).rows('account')).toMatchObject([{ nextChargeAt: null }])
})

test('free access keeps the plan and costs nothing, and can be ended', async () => {
  const { pin, form } = await signUp()
  expect(await operator.refused('access', 'give', pin)).toContain('still being set up')
  await setStatus(pin, 'past_due')
  await harness.db.run(sql`
    update periods set state = 'past_due', next_try_at = now() where subscription_id =
      (select s.id from subscriptions s join accounts a on a.id = s.account_id where a.pin = ${pin})`)
  await harness.db.run(sql`
    update invoices set paid_at = null where account_id = (select id from accounts where pin = ${pin})`)
  expect(await operator.refused('access', 'end', pin)).toContain('has no free access')
  await operator.run('access', 'give', pin, '--reason', 'our trainer')
  expect(await operator.lastAuditEntry()).toBe('access-given')
  expect(await statusOf(pin)).toBe('free agent')
  expect((await signsIn(form.email)).redirect_url).toBe('/account/')
  const shown = await operator.run('account', 'show', pin)
  expect(shown.rows('plan')).toMatchObject([{ monthCents: 0 }, { monthCents: 0 }])
  expect(
    await harness.db.many(sql`
      select i.total_cents as total, sum(l.amount_cents) as lines from invoices i
      join invoice_lines l on l.invoice_id = i.id join accounts a on a.id = i.account_id
      where a.pin = ${pin} group by i.id, i.total_cents`),
  ).toEqual([{ total: 0, lines: 0 }])
  expect(await operator.refused('access', 'give', pin)).toContain('already has free access')
  await operator.run('access', 'end', pin)
  expect((await operator.run('account', 'show', pin)).rows('plan')).toMatchObject([
    { item: 'triple', unitCents: 13900 },
    { item: 'lead', unitCents: 1000 },
  ])
})

test('free access brings an ended account back, and is refused where nobody could use it', async () => {
  const email = freshEmail()
  const { pin } = await addAccount(harness.db, { email, status: 'canceled' })
  await operator.run('access', 'give', pin)
  expect((await signsIn(email)).redirect_url).toBe('/account/')
  expect((await operator.run('account', 'show', pin)).rows('plan')).toMatchObject([
    { item: 'lead', monthCents: 0 },
  ])
  expect(await operator.refused('access', 'end', pin)).toContain('no card on file')
  const fraud = await addAccount(harness.db, { email: freshEmail(), status: 'canceled', isFraud: true })
  expect(await operator.refused('access', 'give', fraud.pin)).toContain('marked for fraud')
  const invited = await addAccount(harness.db, {
    email: freshEmail(),
    status: 'free signup agent',
    isInvited: true,
  })
  expect(await operator.refused('access', 'give', invited.pin)).toContain('has not joined yet')
})
