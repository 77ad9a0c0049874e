import { setTimeout as pause } from 'node:timers/promises'
import { daysAfter } from '#contract/calendar/billing-dates.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later, systemClock } from '../../server/ports/clock.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '../../server/test-kit/subscriptions.ts'
import { type Kills, killCommand, type Office as OfficeOf } from './killed-commands.ts'
import { openRenewalHarness } from './renewal-harness.ts'

/** What an operator can do with money that was paid, or is owed. */
export type Action = 'refund a part' | 'refund the whole' | 'void' | 'credit' | 'extend' | 'waive'
const EXTENDED_DAYS = 7
const PART_CENTS = 2_500

type Billed = Subscribed & { bill: string; endsOn: string }
export type Done = Billed & { action: Action; key: string }
type Office = OfficeOf<Done>

/** One action on one account after another, with the same key by two operators afterwards. */
export function killAtEveryStep(office: Office, action: Action, kills?: Kills): Promise<number> {
  const prepareOne = async (step: number) => ({
    ...(await prepare(office, action)),
    action,
    key: `${action.replaceAll(' ', '-')}-${step}`,
  })
  return killCommand(office, { prepare: prepareOne, argvOf, mustSucceed: true }, kills)
}

function argvOf({ action, key, bill, pin }: Done): string[] {
  const why = ['--words', 'The lines were down', '--key', key]
  const refund = ['bill', 'refund', bill, '--reason', 'goodwill', ...why]
  switch (action) {
    case 'refund a part':
      return [...refund, '--to', 'card', '--amount', '25.00']
    case 'refund the whole':
    case 'void':
      return [...refund, '--to', 'card']
    case 'credit':
      return [...refund, '--to', 'credit', '--amount', '25.00']
    case 'extend':
      return ['month', 'extend', pin, '--days', String(EXTENDED_DAYS), ...why]
    case 'waive':
      return ['month', 'waive', pin, ...why]
  }
}

/** An account whose renewal was paid by card, days ago or just now, or was refused. */
async function prepare({ db }: Office, action: Action): Promise<Billed> {
  const renewedAt = later(systemClock.now(), action === 'void' ? 0 : -3 * DAY)
  let now = later(renewedAt, -32 * DAY)
  const harness = await openRenewalHarness(db, { now: () => now })
  const one = await subscribe(harness, action === 'waive' ? { number: DECLINED_AT_RENEWAL } : {})
  now = renewedAt
  await renewDue(harness)
  await harness.jobs.stop()
  const billed = await db.one<{ bill: string; endsOn: string }>(sql`
    select i.number as bill, p.ends_on as "endsOn" from invoices i join periods p on p.id = i.period_id
    where i.account_id = ${one.accountId} and p.subscription_id = ${one.subscriptionId} order by i.id desc limit 1`)
  return { ...one, ...billed }
}

/** Waits until no refund waits for the bank any more, or the time is over. */
export async function settle({ db }: Office, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const open = await db.maybe(sql`select 1 from credit_notes where state = 'open' limit 1`)
    if (!open) return
    await pause(100)
  }
}

/** Every account where the books, the gateway, the bills and the mails do not say the same, in words. */
export async function differencesOf(office: Office): Promise<string[]> {
  const found = await Promise.all(office.done.map((one) => differenceOf(office, one)))
  return found.flat()
}

async function differenceOf({ db }: Office, one: Done): Promise<string[]> {
  const { accountId, action } = one
  const is = await db.one<Record<string, number | string>>(sql`
    select
      (select coalesce(sum(case when s.voided_at is not null then s.amount_cents else (
          select coalesce(sum(r.amount_cents), 0) from sandbox_refunds r where r.charge_reference = s.reference) end), 0)::integer
        from sandbox_charges s join charges c on c.key = s.key where c.account_id = ${accountId}) as gateway,
      (select coalesce(sum(refunded_cents), 0)::integer from charges where account_id = ${accountId}) as books,
      (select coalesce(sum(refunded_cents), 0)::integer from invoices where account_id = ${accountId}) as bills,
      (select coalesce(sum(credited_cents), 0)::integer from invoices where account_id = ${accountId}) as "creditedBills",
      (select coalesce(sum(cents), 0)::integer from credits where account_id = ${accountId}) as credit,
      (select count(*) from credit_notes where account_id = ${accountId} and state = 'open') as "openNotes",
      (select count(*) from credit_notes where account_id = ${accountId} and state = 'issued') as notes,
      (select count(*) from mails where account_id = ${accountId}
        and purpose in ('refunded', 'credited', 'month-extended', 'bill-waived')) as mails,
      (select count(*) from audit where account_id = ${accountId} and action in (
        'bill-refunded', 'bill-credited', 'month-extended', 'bill-waived')) as entries,
      (select ends_on from periods where subscription_id = ${one.subscriptionId} order by id desc limit 1) as "endsOn",
      (select total_cents from invoices where number = ${one.bill}) as total`)
  const should = expected(one)
  return Object.entries(should)
    .filter(([name, value]) => is[name] !== value)
    .map(([name, value]) => `${one.key} (${action}): ${name} is ${is[name]}, should be ${value}`)
}

/** A month of the default plan. */
const MONTH_CENTS = 14_900

function expected({ action, endsOn }: Done): Record<string, number | string> {
  const back = { 'refund a part': PART_CENTS, 'refund the whole': MONTH_CENTS, void: MONTH_CENTS }
  const cents = action in back ? back[action as keyof typeof back] : 0
  const credit = action === 'credit' ? PART_CENTS : 0
  return {
    gateway: cents,
    books: cents,
    bills: cents,
    credit,
    creditedBills: credit,
    openNotes: 0,
    notes: cents + credit > 0 ? 1 : 0,
    mails: 1,
    entries: 1,
    endsOn: action === 'extend' ? daysAfter(endsOn, EXTENDED_DAYS) : endsOn,
    total: action === 'waive' ? 0 : MONTH_CENTS,
  }
}
