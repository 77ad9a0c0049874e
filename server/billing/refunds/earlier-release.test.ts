import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditOf } from '#server/billing/invoices/credits.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from './give-money-back.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a bill that used credit under an earlier release gives it back after the upgrade', async () => {
  const one = await renewedAccount(harness)
  const give = (key: string, bill: string) =>
    giveMoneyBack(harness, {
      key,
      bill,
      howMuch: { kind: 'rest' },
      way: 'credit',
      reason: 'goodwill',
      words: 'A slow week',
      actor: 'operator:kim',
    })
  await give('before-the-upgrade', one.bill)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${one.accountId} order by id desc limit 1`)
  const name = (await readdir('migrations')).find((file) => file.endsWith('_credit_of_bills.sql')) ?? ''
  await harness.db.run({
    text: `drop trigger note_credit_of_bill on credits;
      drop function note_credit_of_bill;
      alter table invoices drop column credit_used_cents,
        add constraint never_more_back_than_billed check (refunded_cents + credited_cents <= total_cents) not valid;
      delete from migrations where name = '${name}'`,
    values: [],
  })
  expect(await migrate(harness.db, 'migrations')).toEqual([name])
  expect(await give('after-the-upgrade', number)).toMatchObject({ state: 'issued', cents: 14_900 })
  expect(await creditOf(harness.db, one.accountId)).toBe(14_900)
})

test('credit that the previous release uses and returns during the upgrade is on the bill, and is not given twice', async () => {
  const { accountId, bill } = await renewedAccount(harness)
  const used = () =>
    harness.db.one(sql`select credit_used_cents as cents from invoices where number = ${bill}`)
  // As its statements say, which know nothing of the column.
  const note = (cents: number) =>
    harness.db.run(sql`
      insert into credits (account_id, cents, invoice_id, created_at)
      select ${accountId}, ${cents}, id, ${harness.clock.now()} from invoices where number = ${bill}`)
  await note(-3000)
  expect(await used()).toEqual({ cents: 3000 })
  await note(3000)
  expect(await used()).toEqual({ cents: 0 })
})
