import { connect } from './fill-database.ts'

/** The server logs the plan of every statement while it is being watched. */
export const planSettings = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'plans.log',
  log_line_prefix: '%d:',
}

const LARGE_TABLE_ROWS = 50_000
/** Rows read and not used: an index scan filters out fewer. */
const MOST_LEFT_OUT = 20_000

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Logged = { 'Query Text': string; Plan: Plan }

export type Watched = { statements: number; scans: string[] }

/** Watches one database during the work, and reports statements that scan a large table. */
export async function watchPlans(url: string, work: () => Promise<unknown>): Promise<Watched> {
  await using client = await connect(url)
  const database = new URL(url).pathname.slice(1)
  const { rows: tables } = await client.query<{ name: string }>(
    'select relname as name from pg_class where reltuples > $1',
    [LARGE_TABLE_ROWS],
  )
  const large = new Set(tables.map(({ name }) => name))
  await setLogging('0')
  await work()
  await setLogging('-1')
  const { rows } = await client.query<{ log: string }>("select pg_read_file('log/plans.log') as log")
  const logged = plansIn(rows[0]?.log ?? '', database)
  const scans = logged.flatMap((one) =>
    scansIn(one.Plan, large).map(
      (scan) => `${scan}: ${one['Query Text'].replaceAll(/\s+/g, ' ').slice(0, 160)}`,
    ),
  )
  return { statements: new Set(logged.map((one) => one['Query Text'])).size, scans: [...new Set(scans)] }

  async function setLogging(milliseconds: string) {
    await client.query(`alter system set auto_explain.log_min_duration = ${milliseconds}`)
    await client.query('select pg_reload_conf()')
    // A connection notices with its next statement, including our own.
    await client.query('select pg_sleep(0.2)')
  }
}

/** A plan begins after its heading and is indented by a tab. */
function plansIn(log: string, database: string): Logged[] {
  const headed = new RegExp(`^${database}:LOG: {2}duration: .* plan:\\n((?:\\t.*\\n)+)`, 'gm')
  return [...log.matchAll(headed)].map(([, json = '']) => JSON.parse(json) as Logged)
}

function scansIn(plan: Plan, large: ReadonlySet<string>): string[] {
  const table = plan['Relation Name'] ?? ''
  const leftOut = (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops']
  const isScan = plan['Node Type'].endsWith('Seq Scan') || leftOut > MOST_LEFT_OUT
  const here = isScan && large.has(table) ? [`${plan['Node Type']} of ${table}`] : []
  return [...here, ...(plan.Plans ?? []).flatMap((part) => scansIn(part, large))]
}
