/** One connection to a database, beside the pool under test. */
export type Connection = {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

export type State = {
  /** Identifies the schema: any change to it has another transaction id. */
  shape: string
  /** Rows of the tables that are not empty, as JSON. */
  rows: Map<string, string>
  /** The value of each sequence that was used. */
  sequences: Map<string, string>
}

/** False if the schema has changed since: such a database cannot be restored. */
export async function restoreState(connection: Connection, asNew: State): Promise<boolean> {
  const now = await stateOf(connection)
  if (now.shape !== asNew.shape) return false
  await connection.query('begin')
  // Disables foreign keys and our triggers while the rows are restored.
  await connection.query('set local session_replication_role = replica')
  for (const [table, rows] of now.rows) {
    if (rows !== asNew.rows.get(table)) await connection.query(`delete from ${table}`)
  }
  for (const [table, rows] of asNew.rows) {
    if (rows !== now.rows.get(table)) await insertRows(connection, table, rows)
  }
  for (const [sequence, last] of now.sequences) {
    const before = asNew.sequences.get(sequence)
    if (last !== before) await resetSequence(connection, sequence, before)
  }
  await connection.query('commit')
  return true
}

async function insertRows(connection: Connection, table: string, rows: string): Promise<void> {
  const columns = await connection.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = columns.rows[0]?.names
  await connection.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [rows],
  )
}

async function resetSequence(connection: Connection, sequence: string, before: string | undefined) {
  await connection.query(
    before
      ? 'select setval($1::regclass, $2::bigint)'
      : 'select setval($1::regclass, (select seqstart from pg_sequence where seqrelid = $1::regclass), false)',
    before ? [sequence, before] : [sequence],
  )
}

export async function stateOf(connection: Connection): Promise<State> {
  const shapes = await connection.query<{ shape: string }>(
    `select concat_ws(' ', ${catalogues.map(shapeOf).join(', ')}) as shape`,
  )
  const tables = await connection.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`)
  const contents = await connection.query<{ name: string; rows: string | null }>(
    tables.rows
      .map(
        ({ name }) =>
          `select '${name}' as name, (select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${name} t)::text as rows`,
      )
      .join(' union all '),
  )
  const sequences = await connection.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where last_value is not null`)
  return {
    shape: shapes.rows[0]?.shape ?? '',
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
