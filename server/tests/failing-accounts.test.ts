import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askForFactorRecovery } from '#contract/features/second-step.ts'
import { warnOfExpiringCards } from '#server/billing/cards/card-mails.ts'
import { expireHeld } from '#server/billing/orders/decide-held.ts'
import { announceEndsOfHolds } from '#server/billing/renewals/hold-notices.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { closeViews } from '#server/identity/operators/operator-views.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk } from '#server/test-kit/desk.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { openView } from '#server/test-kit/see-as.ts'
import { send } from '#server/test-kit/send.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

/** While this runs, the table rejects every row with this value: work that writes one fails. */
async function refusing(table: 'mails' | 'audit', value: string | number, round: () => Promise<unknown>) {
  const { pool } = harness.db
  await pool.query(`
    create function refuse_row() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) ->> '${table === 'mails' ? 'recipient' : 'account_id'}' = '${value}' then raise exception 'a broken account'; end if;
      return new;
    end $$`)
  await pool.query(
    `create trigger refuse_row before insert on ${table} for each row execute function refuse_row()`,
  )
  try {
    await expect(round()).rejects.toThrow('a broken account')
  } finally {
    await pool.query(`drop trigger refuse_row on ${table}`)
    await pool.query('drop function refuse_row')
  }
}

/** The recipients of mails of this purpose, sorted. */
async function toldOf(purpose: string, emails: string[]) {
  const mails = await harness.db.many<{ recipient: string }>(sql`
    select recipient from mails where purpose = ${purpose} and recipient = any(${emails}::text[])`)
  return mails.map(({ recipient }) => recipient).toSorted()
}

/** The first of three fails, and the others are mailed. The next round mails the first, and nobody twice. */
async function expectOthersTold(purpose: string, emails: string[], round: () => Promise<unknown>) {
  const [broken = '', ...others] = emails
  await refusing('mails', broken, round)
  expect(await toldOf(purpose, emails)).toEqual(others.toSorted())
  await round()
  expect(await toldOf(purpose, emails)).toEqual(emails.toSorted())
}

const three = async <One>(make: () => Promise<One>) => [await make(), await make(), await make()]
const emailsOf = (list: { email: string }[]) => list.map(({ email }) => email)

test('an account whose month cannot be written stops no other renewal', async () => {
  const emails = emailsOf(await three(() => subscribe(harness)))
  harness.clock.set('2026-12-15T06:00:00Z')
  const [broken = ''] = emails
  await refusing('mails', broken, () => renewDue(harness))
  expect(await toldOf('renewal-receipt', emails)).toHaveLength(2)
  // Its charge has no answer in the books: it is looked up, not repeated.
  harness.clock.advance(10 * MINUTE)
  await renewDue(harness)
  expect(await toldOf('renewal-receipt', emails)).toEqual(emails.toSorted())
  const charges = sql`
    select count(*) from charges c join accounts a on a.id = c.account_id join agents g on g.account_id = a.id
    where g.email = any(${emails}::text[]) and c.outcome = 'paid' and c.period_id is not null`
  expect(await harness.db.one(charges)).toEqual({ count: 3 })
})

test('an account that fails stops no other hold-end notice', async () => {
  const onHold = await three(() => subscribe(harness))
  for (const { email } of onHold) await putOnHold(await openBrowser(harness, email), 1)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.set('2027-01-10T12:00:00Z')
  await expectOthersTold('hold-ends', emailsOf(onHold), () => announceEndsOfHolds(harness))
})

test('an account that fails stops no other card warning', async () => {
  const expiring = await three(() => subscribe(harness, { expires: [11, 2026] }))
  await expectOthersTold('card-expires', emailsOf(expiring), () => warnOfExpiringCards(harness))
})

test('a held sign-up that fails keeps no other from being closed', async () => {
  await addFraudAccount(harness)
  const held = await three(() => holdSignUp(harness))
  harness.clock.advance(DAY)
  await expectOthersTold('sign-up-expired', emailsOf(held), () => expireHeld(harness))
})

test('a person whose removal fails keeps no other lost factor from being removed', async () => {
  const people = await three(() => addProtected(harness))
  for (const { email } of people) {
    const { cookies } = await typePassword(harness, email)
    const headers = { cookie: `second-step=${cookies['second-step']}` }
    await send(harness, askForFactorRecovery, {}, { address: freshIp(), headers })
    harness.clock.advance(MINUTE)
  }
  harness.clock.advance(24 * HOUR)
  await expectOthersTold('second-factor-removed', emailsOf(people), () => finishRecoveries(harness))
})

test('an account that fails keeps no other view from being recorded as ended', async () => {
  const desk = await openDesk(harness)
  const accounts = await three(() => addAccount(harness.db, { email: freshEmail() }))
  for (const account of accounts) await openView(harness, desk, await desk.as('helper'), account)
  harness.clock.advance(HOUR)
  const ended = async () => {
    const entries = await harness.db.many<{ accountId: number }>(sql`
      select account_id as "accountId" from audit where action = 'pages-view-ended' order by id`)
    return entries.map(({ accountId }) => accountId)
  }
  const [broken = 0, ...others] = accounts.map(({ accountId }) => accountId)
  await refusing('audit', broken, () => closeViews(harness))
  expect(await ended()).toEqual(others)
  await closeViews(harness)
  expect(await ended()).toEqual([...others, broken])
  await desk.close()
})
