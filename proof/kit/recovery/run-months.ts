import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '../../../server/ports/clock.ts'
import { startInstances } from '../instances.ts'
import { seedSample } from '../seed-subscriptions.ts'
import { keepLedger } from './bank-gateway.ts'
import { openBanks } from './banks.ts'
import type { Calendar, Customer, Reaction } from './customers.ts'
import { customerAt, lastFours, tokenOf } from './numbers.ts'
import { afterAnswer, afterMail, type NextPayment } from './pays-by-hand.ts'
import { type Month, readMonths } from './read-months.ts'
import type { PayAnswer, PayRequest, Told } from './talk.ts'

type Run = { url: string; calendar: Calendar; numbers: number[]; kills: number; fault?: string | undefined }
/** Longer than any month stays open: seven days, and the hours until a lost answer is known. */
const OPEN_AT_MOST_MS = 9 * DAY
const LOOKS_IN_AN_HOUR = 4
const REPORTS_BEFORE_MS = 13 * DAY

/**
 * One month of each customer, hour by hour, with the product's own renewals: two instances, one of which is
 * killed now and then, while customers pay by hand.
 */
export async function runMonths({ url, calendar, numbers, kills, fault }: Run): Promise<Month[]> {
  const db = openPostgres({ url, poolSize: 2, onIdleError: () => {} })
  const banks = openBanks(calendar)
  const known = numbers.map((number) => ({ number, ...banks.customerOf(...mixAndCustomer(number)) }))
  await migrate(db)
  await keepLedger(db)
  await seed(db, known)
  const accounts = await findAccounts(db)

  const options = { script: 'recovery/instance.ts', args: [JSON.stringify(calendar)], fault }
  const [renewals, people] = await Promise.all([
    startInstances(url, 2, options),
    startInstances(url, 1, options),
  ])
  const dueTimes = known.map(({ dueAt }) => dueAt.getTime())
  const begin = Math.min(...dueTimes) - REPORTS_BEFORE_MS
  const end = Math.max(...dueTimes) + OPEN_AT_MOST_MS
  const waiting = new Map<number, NextPayment>()
  const reports = known.flatMap(({ number, cards }) =>
    (['first', 'backup'] as const).flatMap((card) => {
      const reportedAt = cards[card]?.update?.reportedAt
      return reportedAt ? [{ token: tokenOf(number, card), at: reportedAt }] : []
    }),
  )
  const pages: Told[] = []
  let lastMail = 0
  const killedAt: Date[] = []
  for (let now = new Date(begin); now.getTime() < end; now = await nextHour(now)) {
    const isKillDue = now.getTime() - begin >= ((end - begin) / (kills + 1)) * (killedAt.length + 1)
    await Promise.all([
      renewals.tick(now, isKillDue ? { which: killedAt.length % 2, afterMs: Math.random() * 25 } : undefined),
      actOn(now),
    ])
    if (isKillDue) {
      killedAt.push(now)
      // The job runs each minute. What the killed instance had locked is free by then.
      await renewals.tick(now)
    }
    lastMail = await readMails()
    await lookAtPages(now)
  }
  await Promise.all([renewals.stop(), people.stop()])
  const months = await readMonths(db, pages, killedAt)
  await db.close()
  return months

  async function actOn(at: Date): Promise<void> {
    const due = reports.filter((report) => report.at <= at)
    for (const report of due) reports.splice(reports.indexOf(report), 1)
    if (due.length > 0) await people.ask({ at: at.toISOString(), changed: due.map(({ token }) => token) })
    await payByHand(at)
  }

  async function payByHand(at: Date): Promise<void> {
    for (;;) {
      const due = [...waiting].filter(([, payment]) => payment.at <= at)
      if (due.length === 0) return
      const pay = due.map(([number, { card }]): PayRequest => ({ number, card, ...accountOf(number) }))
      const { answers } = await people.ask<{ answers: PayAnswer[] }>({ at: at.toISOString(), pay })
      for (const [index, [number, payment]] of due.entries()) {
        const answer = answers[index]
        const next =
          answer === 'paid' || answer === 'nothing-open' || answer === undefined
            ? undefined
            : afterAnswer(payment, reactionOf(number) as Reaction, answer, at)
        if (next) waiting.set(number, next)
        else waiting.delete(number)
      }
    }
  }

  async function lookAtPages(at: Date): Promise<void> {
    const { pages: shown } = await people.ask<{ pages: Omit<Told, 'at'>[] }>({
      at: at.toISOString(),
      looks: LOOKS_IN_AN_HOUR,
    })
    pages.push(...shown.map((page) => ({ ...page, at })))
  }

  /** Customers act on the mails that the product has really queued. */
  async function readMails(): Promise<number> {
    const mails = await db.many<{
      id: number
      accountId: number
      purpose: string
      at: Date
      isFirst: boolean
    }>(sql`
      select m.id, m.account_id as "accountId", m.purpose, m.created_at as at, not exists (
        select from mails e where e.account_id = m.account_id and e.purpose = m.purpose and e.id < m.id) as "isFirst"
      from mails m where m.id > ${lastMail} and m.purpose in ('payment-failed', 'last-day') order by m.id`)
    for (const { accountId, purpose, at, isFirst } of mails) {
      const number = numberOf(accountId)
      const kind = purpose === 'last-day' ? 'last-day-mail' : 'first-mail'
      const payment = isFirst && !waiting.has(number) ? afterMail(reactionOf(number), kind, at) : undefined
      if (payment) waiting.set(number, payment)
    }
    return mails.at(-1)?.id ?? lastMail
  }

  /** The next full hour in which the job, a customer or a bank does something. */
  async function nextHour(now: Date): Promise<Date> {
    const { next } = await db.one<{ next: Date | null }>(sql`
      select least(
        (select min(next_at) from subscriptions where ended_at is null),
        (select min(next_try_at) from periods where state in ('due', 'past_due', 'charging')),
        (select min(failed_at) + interval '6 days' from periods where state = 'past_due' and last_day_at is null),
        (select min(failed_at) + interval '7 days' from periods where state = 'past_due' and next_try_at is null)) as next`)
    const times = [next, ...[...waiting.values(), ...reports].map(({ at }) => at)].flatMap((at) =>
      at ? [at.getTime()] : [],
    )
    const soonest = Math.max(now.getTime() + HOUR, Math.min(...times))
    return new Date(Math.ceil(soonest / HOUR) * HOUR)
  }

  function reactionOf(number: number): Reaction | undefined {
    return banks.customerOf(...mixAndCustomer(number)).reaction
  }

  function accountOf(number: number): { accountId: number; agentId: number } {
    const found = accounts.find((account) => account.number === number)
    if (!found) throw new Error(`There is no account ${number}`)
    return found
  }

  function numberOf(accountId: number): number {
    return accounts.find((account) => account.accountId === accountId)?.number ?? 0
  }
}

function mixAndCustomer(number: number) {
  const { mix, customer } = customerAt(number)
  return [mix, customer] as const
}

async function seed(db: Database, known: (Customer & { number: number })[]): Promise<void> {
  await db.run(sql`
    create table sample as
    select n, (due - interval '1 month')::date as began, zone, 'approved' as behaviour
    from unnest(${known.map(({ number }) => number)}::integer[], ${known.map(({ dueOn }) => dueOn)}::date[],
      ${known.map(({ zone }) => zone)}::text[]) as x (n, due, zone)`)
  await seedSample(db, Math.max(...known.map(({ number }) => number)))
  await db.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year,
      created_at, is_backup)
    select a.id, 'banks', 'backup-' || n, 'Visa', ${lastFours.backup}, 'Owner', 12, 2040, now(), true
    from unnest(${known.flatMap(({ number, cards }) => (cards.backup ? [number] : []))}::integer[]) n
    join accounts a on a.pin = (100000 + n)::text`)
  await db.run(sql`update cards set gateway = 'banks'`)
}

function findAccounts(db: Database): Promise<{ number: number; accountId: number; agentId: number }[]> {
  return db.many(sql`
    select a.pin::integer - 100000 as number, a.id as "accountId", g.id as "agentId"
    from accounts a join agents g on g.account_id = a.id`)
}
