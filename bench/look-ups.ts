import { findAccounts } from '#server/features/visitors/sign-in/sign-in.ts'
import { findAccounts as findAccountsCall } from '../contract/features/sign-in.ts'
import { asShipped, launchProduct, type Product } from '../scripts/launch-product.ts'
import { durable, startPostgres } from '../scripts/start-postgres.ts'
import type { Database } from '../server/platform/db/database.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { systemClock } from '../server/ports/clock.ts'
import { median } from './averages.ts'
import { ask, formOf, perSecond } from './client.ts'
import { atLeast, type Finding, note } from './findings.ts'

const ROUNDS = 5
const load = { seconds: 3, atOnce: 8 }
/** Many more than the limits would allow within the time. */
const VISITORS = 50_000

/** Email look-ups per second, compared with their bare statements on the same PostgreSQL. */
export async function measureLookUps(): Promise<Finding[]> {
  const postgres = await startPostgres({ settings: durable })
  const product = await launchProduct(
    { DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40), TRUST_PROXY: '1', JOBS: 'elsewhere' },
    asShipped,
  )
  const db = openPostgres({ url: postgres.url, poolSize: 10, onIdleError: () => {} })
  try {
    await lookUps(product)
    const rounds: { whole: number; statements: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ whole: await lookUps(product), statements: await statementsOfLookUps(db) })
    note('look-ups per second', median(rounds.map(({ whole }) => whole)), '/s')
    note('their statements alone', median(rounds.map(({ statements }) => statements)), '/s')
    const ratio = median(rounds.map(({ whole, statements }) => whole / statements))
    return [atLeast('look-ups against their statements alone', ratio, 0.5, '×')]
  } finally {
    await db.close()
    await product.stop()
    await postgres.stop()
  }
}

let requestCount = 0

/** By a different person each time, so that nobody is throttled and no two wait for the same row. */
function nextVisitor() {
  requestCount += 1
  const number = requestCount % VISITORS
  return { email: `person.${number}@example.com`, ip: `198.18.${Math.floor(number / 250)}.${number % 250}` }
}

function lookUps(product: Product): Promise<number> {
  return perSecond(() => {
    const { email, ip } = nextVisitor()
    const { headers, body } = formOf({ email })
    return ask(`${product.url}${findAccountsCall.path}`, {
      headers: { ...headers, 'x-forwarded-for': ip },
      body,
    })
  }, load)
}

function statementsOfLookUps(db: Database): Promise<number> {
  return perSecond(async () => {
    const { email, ip } = nextVisitor()
    const found = await findAccounts({ db, clock: systemClock }, { email }, { ip })
    return { status: 'login_data_list' in found ? 200 : 429, arrayBuffer: async () => undefined }
  }, load)
}
