import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { daysAfter } from '#contract/calendar/billing-dates.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct } from '../../scripts/launch-product.ts'
import { DAY, later, systemClock } from '../../server/ports/clock.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '../../server/test-kit/subscriptions.ts'
import { openRenewalHarness } from './renewal-harness.ts'

/** What an operator can do with money that was paid, or is owed. */
export type Deed = 'refund a part' | 'refund the whole' | 'void' | 'credit' | 'extend' | 'waive'
const EXTENDED_DAYS = 7
const PART_CENTS = 2_500
const root = join(import.meta.dirname, '../..')

export type Office = {
  databaseUrl: string
  db: Database
  /** The command line was killed this many times, at different statements. */
  kills: number
  done: Done[]
  fault?: string | undefined
  stop(): Promise<void>
}
type Billed = Subscribed & { bill: string; endsOn: string }
type Done = Billed & { deed: Deed; key: string }

/** A running product, and operators beside it whose command lines are killed. With a fault, both are broken. */
export async function openOffice(databaseUrl: string, fault?: string): Promise<Office> {
  const product = await launchProduct({ ...envOf(databaseUrl), ...broken(fault) })
  const db = openPostgres({ url: databaseUrl, poolSize: 4, onIdleError: () => {} })
  return {
    databaseUrl,
    db,
    kills: 0,
    done: [],
    fault,
    async stop() {
      await db.close()
      await product.stop()
    },
  }
}

/**
 * Does one deed on one account after another, killed before its first statement, its second, and so on, until it comes
 * to its end. Each time, two operators then repeat the command at the same time, with the same key.
 */
export async function killAtEveryStep(
  office: Office,
  deed: Deed,
  { stride = 1, only }: { stride?: number; only?: string } = {},
): Promise<number> {
  const killsBefore = office.kills
  for (let step = 1; step < 100; step += stride) {
    const one = { ...(await prepare(office, deed)), deed, key: `${deed.replaceAll(' ', '-')}-${step}` }
    office.done.push(one)
    const isKilled = (await command(office, one, only ?? String(step))) === 'SIGKILL'
    const again = await Promise.all([command(office, one), command(office, one)])
    if (again.some((end) => end !== 0)) throw new Error(`${one.key} ended with ${again.join(' and ')}`)
    if (isKilled) office.kills += 1
    if (!isKilled || only !== undefined) break
  }
  return office.kills - killsBefore
}

function argvOf({ deed, key, bill, pin }: Done): string[] {
  const why = ['--words', 'The lines were down', '--key', key]
  const refund = ['bill', 'refund', bill, '--reason', 'goodwill', ...why]
  switch (deed) {
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

/** How the command ended: its exit code, or the signal that killed it. */
async function command({ databaseUrl, fault }: Office, one: Done, killAt?: string): Promise<number | string> {
  const kill = killAt === undefined ? {} : { KILL_AT: killAt }
  const child = spawn(process.execPath, ['server/admin/main.ts', ...argvOf(one)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      SANDBOX_PAYMENTS: 'yes',
      ...envOf(databaseUrl),
      ...broken(fault, killAt === undefined ? undefined : 'kill-at-step'),
      ...kill,
    },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0 || signal) return signal ?? 0
  // An open refund is no failure: the bank has not answered yet.
  throw new Error(`${one.key}: ${said}`)
}

function envOf(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, SECRETS: 'x'.repeat(40), SETTLE_SECONDS: '1', LOG_LEVEL: 'error' }
}

function broken(...faults: (string | undefined)[]): { NODE_OPTIONS?: string } {
  const imports = faults
    .filter((fault) => fault !== undefined)
    .map((fault) => `--import=./proof/faults/${fault}.ts`)
  return imports.length === 0 ? {} : { NODE_OPTIONS: imports.join(' ') }
}

/** An account whose renewal was paid by card, days ago or just now, or was refused. */
async function prepare({ db }: Office, deed: Deed): Promise<Billed> {
  const renewedAt = later(systemClock.now(), deed === 'void' ? 0 : -3 * DAY)
  let now = later(renewedAt, -32 * DAY)
  const harness = await openRenewalHarness(db, { now: () => now })
  const one = await subscribe(harness, deed === 'waive' ? { number: DECLINED_AT_RENEWAL } : {})
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
  const { accountId, deed } = one
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
    .map(([name, value]) => `${one.key} (${deed}): ${name} is ${is[name]}, should be ${value}`)
}

/** A month of the default plan. */
const MONTH_CENTS = 14_900

function expected({ deed, endsOn }: Done): Record<string, number | string> {
  const back = { 'refund a part': PART_CENTS, 'refund the whole': MONTH_CENTS, void: MONTH_CENTS }
  const cents = deed in back ? back[deed as keyof typeof back] : 0
  const credit = deed === 'credit' ? PART_CENTS : 0
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
    endsOn: deed === 'extend' ? daysAfter(endsOn, EXTENDED_DAYS) : endsOn,
    total: deed === 'waive' ? 0 : MONTH_CENTS,
  }
}
