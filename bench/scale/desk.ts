import { pino } from 'pino'
import { sql } from '#server/platform/db/sql.ts'
import { openSandbox } from '../../server/adapters/payments-sandbox.ts'
import { runCommand } from '../../server/admin/run-command.ts'
import { warnOfExpiringCards } from '../../server/billing/cards/card-mails.ts'
import { renewDue } from '../../server/billing/renewals/renew.ts'
import { parseConfig } from '../../server/config/config.ts'
import { tidy } from '../../server/features/background/tidying/tidy.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { openJobs } from '../../server/platform/jobs/jobs.ts'
import { isRefused } from '../../server/platform/refusal.ts'
import { DAY, later, MINUTE } from '../../server/ports/clock.ts'
import { connect } from './fill-database.ts'

const written = [
  'sessions',
  'devices',
  'limits',
  'subscriptions',
  'periods',
  'invoices',
  'invoice_lines',
  'charges',
  'sandbox_charges',
  'mails',
  'pgboss.job_common',
]

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** The operator and the timed work of one database, at any moment. */
export async function openDesk(url: string) {
  const db = openPostgres({ url, poolSize: 10, onIdleError: () => {} })
  let now = new Date()
  const clock = { now: () => now }
  const jobs = openJobs({ db, works: false, pollSeconds: 60, onError: () => {} })
  await jobs.start()
  const config = parseConfig({ SANDBOX_PAYMENTS: 'yes', SECRETS: 'x'.repeat(40) })
  const deps = {
    db,
    clock,
    jobs,
    config,
    payments: openSandbox({ db, clock }),
    log: pino({ level: 'silent' }),
  }

  return {
    db,
    async operator(...argv: string[]): Promise<void> {
      const report = await runCommand(deps, argv, 'operator:bench')
      if (isRefused(report)) throw new Error(String(report.errors))
    },

    /**
     * Loads the parts of the indexes that a sign-in and a renewal write to at unpredictable places: by random
     * keys and by parts of texts.
     */
    async warmIndexes(): Promise<void> {
      await using client = await connect(url)
      await client.query('create extension if not exists pg_prewarm')
      await client.query(
        `select pg_prewarm(i.indexrelid, 'read') from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = any($1::text[]::regclass[]) and c.relkind = 'i'`,
        [written],
      )
    },

    /**
     * Charges the next months that begin, with everything around it: more than requested if several begin at
     * the same moment as the last, as is usual with many accounts. Returns the time for each.
     */
    async renew(atLeast: number): Promise<number> {
      const last = await db.one<{ at: Date }>(sql`
        select next_at as at from subscriptions where ended_at is null and next_at is not null
        order by next_at offset ${atLeast - 1} limit 1`)
      now = later(last.at, MINUTE / 2)
      const months = await readDue()
      return (await timed(() => renewDue(deps))) / months
    },

    /** Deletes what is old enough at a moment some days ago. */
    async tidy(daysAgo: number): Promise<{ ms: number; rows: number }> {
      now = later(new Date(), -daysAgo * DAY)
      const before = await countSessions()
      const ms = await timed(() => tidy(deps))
      return { ms, rows: before - (await countSessions()) }
    },

    /** Goes through the cards that expire this month, all of which have been announced. */
    async warnOfCards(): Promise<{ ms: number; cards: number }> {
      now = later(new Date(), MINUTE)
      const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
      await db.run(sql`
        insert into card_notices (card_id, days_before, sent_at)
        select id, 3, ${now} from cards where expires_year = ${year} and expires_month = ${month}
          and replaced_at is null on conflict do nothing`)
      const { cards } = await db.one<{ cards: number }>(sql`
        select count(*) as cards from cards
        where expires_year = ${year} and expires_month = ${month} and replaced_at is null`)
      return { ms: await timed(() => warnOfExpiringCards(deps)), cards }
    },

    async close() {
      await jobs.stop()
      await db.close()
    },
  }

  /**
   * Loads the rows that will be used into memory, where a small database is anyway. Returns how many months
   * are due.
   */
  async function readDue(): Promise<number> {
    const due = await db.many(sql`
      select (select max(state) from periods p where p.subscription_id = s.id),
        (select max(l.label) from invoices v join invoice_lines l on l.invoice_id = v.id where v.account_id = a.id),
        (select max(outcome) from charges c where c.account_id = a.id),
        (select max(subject) from mails m where m.account_id = a.id),
        (select max(m.subject) from agents g join mails m on lower(m.recipient) = g.email_key where g.account_id = a.id),
        (select max(b.brand) from cards k join sandbox_cards b on b.token = k.gateway_token where k.account_id = a.id),
        (select max(item) from subscription_items i where i.subscription_id = s.id)
      from subscriptions s join accounts a on a.id = s.account_id where s.ended_at is null and s.next_at <= ${now}`)
    return due.length
  }

  async function countSessions(): Promise<number> {
    return (await db.one<{ count: number }>(sql`select count(*) from sessions`)).count
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
