import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { handleRestarts, resendAccounts } from '../../server/accounts/feed/restart-feed.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { openJobs } from '../../server/platform/jobs/jobs.ts'
import { calendar, type Rows, rows } from './rows.ts'

const MONTHS = 12

/** Settings for a server that is filled within minutes and then measured; nothing here has to survive a crash. */
export const fillSettings = {
  shared_buffers: '2GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '32GB',
  checkpoint_timeout: '1h',
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  // After a checkpoint each page is logged once in full; a large database would still be doing that.
  full_page_writes: 'off',
  autovacuum: 'off',
}

/** A database with the product's own tables and a year of this many accounts. Returns its URL. */
export async function fillDatabase(server: string, n: number, passwordHash: string): Promise<string> {
  const url = new URL(server)
  url.pathname = `/accounts_${n}`
  await using main = await connect(server)
  await main.query(`create database ${url.pathname.slice(1)}`)
  await makeTables(url.href)
  await using client = await connect(url.href)
  await turnNoting(client, 'disable')
  const dropped = await dropKeys(client)
  await eachInTwo(rows, url.href, (one, table) => fill(one, table, n, passwordHash))
  await eachInTwo(dropped.indexes, url.href, async (one, definition) => {
    await one.query(definition)
  })
  for (const definition of dropped.references) await client.query(definition)
  await turnNoting(client, 'enable')
  await setSequences(client)
  // Before statistics record its tables as empty: it would then be planned for no rows.
  await fillRevenue(client)
  await client.query('vacuum analyze')
  // Otherwise the first reader of a page has to write one of those just filled.
  await client.query('checkpoint')
  return url.href
}

export async function countRows(url: string): Promise<number> {
  await using client = await connect(url)
  const { rows } = await client.query(`
    select sum(reltuples)::bigint as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return Number(rows[0].count)
}

async function makeTables(url: string) {
  const db = openPostgres({ url, poolSize: 2, onIdleError: () => {} })
  await migrate(db)
  const jobs = openJobs({ db, works: false, pollSeconds: 60, onError: () => {} })
  handleRestarts({ db, jobs })
  await jobs.start()
  // The accounts are inserted without events. The measured instance sends them, as after `feed restart`.
  await jobs.send(db, resendAccounts, { after: 0 })
  await jobs.stop()
  await db.close()
}

/**
 * Building an index once is many times faster than growing it row by row. Returns the statements that
 * recreate indexes and foreign keys; the keys apply to new rows, as the old ones are correct by construction.
 */
async function dropKeys(client: pg.Client): Promise<{ indexes: string[]; references: string[] }> {
  const references = await client.query<Dropped>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const indexes = await client.query<Dropped>(
    `select
      case when c.oid is null then format('drop index %s', x.indexrelid::regclass)
        else format('alter table %s drop constraint %I', x.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then pg_get_indexdef(x.indexrelid)
        else format('alter table %s add constraint %I %s', x.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as again
    from pg_index x left join pg_constraint c on c.conindid = x.indexrelid and c.contype in ('p', 'u')
    where x.indrelid = any($1::text[]::regclass[])`,
    [rows.map(({ table }) => table)],
  )
  for (const { drop } of [...references.rows, ...indexes.rows]) await client.query(drop)
  return {
    indexes: indexes.rows.map(({ again }) => again),
    references: references.rows.map(({ again }) => again),
  }
}

/** Events and figures are not written row by row: an instance sends the accounts in batches. */
async function turnNoting(client: pg.Client, how: 'enable' | 'disable'): Promise<void> {
  const { rows: noted } = await client.query<{ table: string; trigger: string }>(
    `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
     where tgname in ('note_entitlements', 'note_revenue', 'note_refused_renewal')`,
  )
  for (const { table, trigger } of noted) await client.query(`alter table ${table} ${how} trigger ${trigger}`)
}

type Dropped = { drop: string; again: string }

async function fill(client: pg.Client, { table, insert, isMonthly }: Rows, n: number, passwordHash: string) {
  const statement = insert.replaceAll(':n', `${n}::bigint`).replaceAll(':hash', `'${passwordHash}'`)
  // Truncated in the same transaction, so that PostgreSQL does not log these rows.
  await client.query(`begin; truncate ${table}`)
  const months = isMonthly ? MONTHS : 1
  for (let month = 0; month < months; month += 1) {
    await client.query(`insert into ${table} ${statement.replaceAll(':m', `${month}`)}`)
  }
  await client.query('commit')
}

/** What note_revenue would write, in bulk for accounts that were never on hold: one by one takes minutes. */
async function fillRevenue(client: pg.Client) {
  await client.query(`
    insert into account_revenue (account_id, cents)
    select s.account_id, sum(i.unit_price_cents * i.quantity)
    from subscriptions s join subscription_items i on i.subscription_id = s.id
    where s.ended_at is null and s.held_until is null group by s.account_id`)
  await client.query(`
    insert into account_revenue (account_id, cents, is_held)
    select s.account_id, r.cents, r.is_held from subscriptions s cross join lateral recurring_of(s.account_id) r
    where s.ended_at is null and s.held_until is not null`)
  await client.query(`
    insert into revenue_movements (account_id, month, at, kind, cents, after_cents)
    select account_id, reporting_month(started_at), started_at, 'new', r.cents, r.cents
    from account_revenue r join subscriptions s using (account_id) where s.ended_at is null`)
}

async function setSequences(client: pg.Client) {
  const { rows: identities } = await client.query<{ table: string }>(`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`)
  for (const { table } of identities) {
    await client.query(`
      select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 1))`)
  }
  await client.query(
    `update number_counters set last = 100001 + (select max(id) from invoices) where kind = 'bill'`,
  )
}

/** Two at a time, each on its own connection, in order. */
async function eachInTwo<One>(
  list: readonly One[],
  url: string,
  work: (client: pg.Client, one: One) => Promise<unknown>,
) {
  const waiting = [...list]
  const worker = async () => {
    await using client = await connect(url)
    await client.query(calendar)
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(client, one)
  }
  await Promise.all([worker(), worker()])
}

export async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
