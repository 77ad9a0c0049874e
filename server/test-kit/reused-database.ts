import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/embedded.ts'

/**
 * An embedded database and its initial content. Opening one takes most of a second of CPU time, which was
 * half the time of all server tests; resetting it takes a few hundredths of a second.
 */
type Kept = { pglite: PGlite; asNew: State; uses: number }

type State = {
  /** Identifies the schema: any change to it has another transaction id. */
  shape: string
  /** Rows of the tables that are not empty, as JSON. */
  rows: Map<string, string>
  /** The value of each sequence that was used. */
  sequences: Map<string, string>
}

/** Deleted rows are not vacuumed here and would eventually slow down the tests. */
const MOST_USES = 20

/** Released by finished tests, for the next tests in this process. */
const idle: Kept[] = []

/**
 * A database in the template's state. After `close` the old handle cannot access the next test's database.
 */
export async function openReused(template: string): Promise<Database> {
  const kept = idle.pop() ?? (await openNew(template))
  kept.uses += 1
  return openPglite(kept.pglite, () => giveBack(kept))
}

/** One that no test has used: what earlier rows left behind in its files changes the planner's choices. */
export async function openUnused(template: string): Promise<Database> {
  const { pglite } = await openNew(template)
  return openPglite(pglite, () => pglite.close())
}

async function openNew(template: string): Promise<Kept> {
  const pglite = await PGlite.create({ loadDataDir: new Blob([await readFile(template)]) })
  return { pglite, asNew: await stateOf(pglite), uses: 0 }
}

async function giveBack(kept: Kept): Promise<void> {
  if (kept.uses < MOST_USES && (await makeNew(kept).catch(() => false))) idle.push(kept)
  else await kept.pglite.close()
}

/** False if a test has changed the schema: that database is not used again. */
async function makeNew({ pglite, asNew }: Kept): Promise<boolean> {
  await pglite.exec('discard all')
  const now = await stateOf(pglite)
  if (now.shape !== asNew.shape) return false
  await pglite.transaction(async (tx) => {
    // Disables foreign keys and our triggers while the rows are restored.
    await tx.exec('set local session_replication_role = replica')
    for (const [table, rows] of now.rows) {
      if (rows !== asNew.rows.get(table)) await tx.exec(`delete from ${table}`)
    }
    for (const [table, rows] of asNew.rows) {
      if (rows === now.rows.get(table)) continue
      const { rows: columns } = await tx.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const names = columns[0]?.names
      await tx.query(
        `insert into ${table} (${names}) overriding system value
         select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [rows],
      )
    }
    for (const [sequence, last] of now.sequences) {
      if (last === asNew.sequences.get(sequence)) continue
      const before = asNew.sequences.get(sequence)
      await tx.query(
        before
          ? 'select setval($1::regclass, $2::bigint)'
          : 'select setval($1::regclass, (select seqstart from pg_sequence where seqrelid = $1::regclass), false)',
        before ? [sequence, before] : [sequence],
      )
    }
  })
  return true
}

async function stateOf(pglite: PGlite): Promise<State> {
  const [{ shape } = { shape: '' }] = (
    await pglite.query<{ shape: string }>(
      `select concat_ws(' ', ${catalogues.map(shapeOf).join(', ')}) as shape`,
    )
  ).rows
  const tables = await pglite.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`)
  const contents = await pglite.query<{ name: string; rows: string | null }>(
    tables.rows
      .map(
        ({ name }) =>
          `select '${name}' as name, (select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${name} t)::text as rows`,
      )
      .join(' union all '),
  )
  const sequences = await pglite.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where last_value is not null`)
  return {
    shape,
    rows: new Map(contents.rows.flatMap(({ name, rows }) => (rows ? [[name, rows] as const] : []))),
    sequences: new Map(sequences.rows.map(({ name, last }) => [name, last])),
  }
}

const catalogues = [
  'pg_class',
  'pg_attribute',
  'pg_attrdef',
  'pg_constraint',
  'pg_index',
  'pg_trigger',
  'pg_proc',
  'pg_type',
  'pg_namespace',
  'pg_authid',
  'pg_db_role_setting',
]

function shapeOf(catalogue: string) {
  return `(select format('%s:%s', count(*), max(xmin::text::bigint)) from ${catalogue})`
}
