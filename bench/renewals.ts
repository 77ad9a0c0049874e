import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { seedSubscriptions } from '../proof/kit/seed-subscriptions.ts'
import { asShipped, launchProduct } from '../scripts/launch-product.ts'
import { durable, startPostgres } from '../scripts/start-postgres.ts'
import { atLeast, type Finding, note } from './findings.ts'

const MONTHS = 600
const GATEWAY_MS = 200
/** The gateway's limit: an instance makes sixteen charges at once. */
const POSSIBLE_PER_SECOND = 16 / (GATEWAY_MS / 1000)

/** Months charged per second by one instance, compared with the limit of a gateway that answers after 200 ms. */
export async function measureRenewals(): Promise<Finding[]> {
  const postgres = await startPostgres({ settings: durable })
  const db = openPostgres({ url: postgres.url, poolSize: 2, onIdleError: () => {} })
  try {
    await migrate(db)
    await seedSubscriptions(db, MONTHS)
    await makeDueOnce(db)
    const product = await launchProduct(
      {
        DATABASE_URL: postgres.url,
        SECRETS: 'x'.repeat(40),
        TRUST_PROXY: '1',
        GATEWAY_MS: String(GATEWAY_MS),
        NODE_OPTIONS: '--import=./bench/with-slow-gateway.ts',
      },
      asShipped,
    )
    try {
      const rate = await rateOf(db)
      note('months charged per second, one instance', rate, '/s')
      return [
        atLeast('months charged against what the gateway allows', rate / POSSIBLE_PER_SECOND, 0.25, '×'),
      ]
    } finally {
      await product.stop()
    }
  } finally {
    await db.close()
    await postgres.stop()
  }
}

/** The paid month of each subscription ended two days ago, which is the past in every time zone. */
async function makeDueOnce(db: ReturnType<typeof openPostgres>): Promise<void> {
  const { day } = await db.one<{ day: string }>(sql`select (now() - interval '2 days')::date as day`)
  await db.run(sql`
    update subscriptions set next_at = now(), anchor_date = (${day}::date - interval '1 month')::date`)
  await db.run(sql`
    update periods set starts_on = (${day}::date - interval '1 month')::date, ends_on = ${day}, ends_at = now()`)
}

async function rateOf(db: ReturnType<typeof openPostgres>): Promise<number> {
  const count = () =>
    db.one<{ paid: number; first: Date | null; last: Date | null }>(sql`
      select count(*) as paid, min(created_at) as first, max(settled_at) as last from charges where outcome = 'paid'`)
  const deadline = Date.now() + 120_000
  for (;;) {
    const { paid, first, last } = await count()
    if (paid >= MONTHS && first && last) return paid / ((last.getTime() - first.getTime()) / 1000)
    if (Date.now() > deadline) throw new Error(`Only ${paid} of ${MONTHS} months were charged.`)
    await pause(500)
  }
}
