// On PostgreSQL: the planner must use an index for each statement.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftoversAt } from '#server/features/background/tidying/tidy.ts'
import type { Database } from '#server/platform/db/database.ts'
import { unusedDatabase } from '#server/test-kit/harness.ts'
import { productStatements } from '#server/test-kit/statements.ts'

let db: Database
beforeAll(async () => {
  db = await unusedDatabase()
})
afterAll(() => db.close())

/** These stay small however many accounts there are. */
const smallTables = [
  'heartbeats',
  'instances',
  'own_secret',
  'figure_months',
  'figure_state',
  'figure_sums',
  'account_numbers',
  'breach_lists',
  'clients',
  'client_secrets',
  'feed_endpoints',
  'feed_keys',
  'feed_state',
  'migrations',
  'operators',
  'pg_class',
  'price_lists',
  'seat_rounds',
  'settings',
  'webinar_overrides',
]
/** These contain only open or flagged rows, and are scanned. */
const smallIndexes = [
  'unfinished_set_ups',
  'accounts_marked_for_fraud',
  'charges_to_settle',
  'failed_refunds_waiting',
  'open_refund_differences',
  'one_open_refund_difference_per_bill',
  'undecided_sign_ups',
  'one_order_per_reserved_number',
  'one_open_view_per_operator',
]

test('every statement uses an index, however large the tables grow', async () => {
  const client = await db.pool.connect()
  const scans: string[] = []
  try {
    // Then even an empty table is scanned only if no index fits.
    await client.query(`
      set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
      set plan_cache_mode = 'force_generic_plan'; begin`)
    const deleted = leftoversAt(new Date()).map(({ text }) => ({ file: 'tidy.ts', text }))
    for (const { file, text } of [...productStatements(), ...deleted]) {
      // What a search for part of a text reads depends on the text: `npm run bench -- scale` sees to that one.
      if (!/^(?:select|insert|update|delete|with)\b/.test(text) || text.includes(' like ')) continue
      for (const scan of await scansOf(client, text))
        scans.push(`${file}: ${scan}: ${text.replaceAll(/\s+/g, ' ')}`)
    }
  } finally {
    await client.query('rollback; reset all')
    client.release()
  }
  expect(scans).toEqual([])
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}

async function scansOf(client: pg.PoolClient, text: string): Promise<string[]> {
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = parameters > 0 ? `(${Array(parameters).fill('null').join(', ')})` : ''
  await client.query(`prepare tried as ${text}`)
  const scans = await explain(client, `execute tried${values}`)
  await client.query('deallocate tried')
  return scans
}

/**
 * In an empty table a small index costs as little as the right one. So each fully scanned index is excluded,
 * until another fits or none does.
 */
async function explain(client: pg.PoolClient, execute: string): Promise<string[]> {
  await client.query('savepoint before')
  for (;;) {
    const { rows } = await client.query(`explain (format json) ${execute}`)
    const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan)
    const index = scans.find((scan) => scan['Index Name'] && !/_pkey$/.test(scan['Index Name']))?.[
      'Index Name'
    ]
    if (!index || (await isConstraint(client, index))) {
      await client.query('rollback to before')
      return scans.map((scan) => `${scan['Node Type']} ${scan['Relation Name'] ?? scan['Index Name']}`)
    }
    await client.query(`drop index ${index}`)
  }
}

async function isConstraint(client: pg.PoolClient, index: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_constraint where conindid = $1::regclass', [index])
  return rowCount !== 0
}

/** Reading the first rows in index order is not a scan, as long as no row is filtered out. */
function scansIn(plan: Plan, isLimited = false): Plan[] {
  const isScan = isWholeTable(plan) || isWholeIndex(plan, isLimited)
  const limits = isLimited || plan['Node Type'] === 'Limit'
  return [...(isScan ? [plan] : []), ...(plan.Plans ?? []).flatMap((part) => scansIn(part, limits))]
}

function isWholeTable(plan: Plan): boolean {
  return plan['Node Type'] === 'Seq Scan' && !smallTables.includes(plan['Relation Name'] ?? '')
}

function isWholeIndex(plan: Plan, isLimited: boolean): boolean {
  const { 'Index Name': index, 'Index Cond': condition, 'Relation Name': table = '', Filter: filter } = plan
  if (index === undefined || condition !== undefined) return false
  const isFirstRows = isLimited && filter === undefined
  return !isFirstRows && !smallIndexes.includes(index) && !smallTables.includes(table)
}
