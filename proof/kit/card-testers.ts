import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'

export const DECLINED = '4000-0000-0000-0002'
type Changes = Parameters<typeof goodSignUp>[0]

/** Two instances on one database, and people who try cards on them. */
export type Tested = {
  instances: Product[]
  /** Sends all at once, alternating between the instances as a proxy without sticky sessions would. */
  tryCards(
    count: number,
    cardOf: (number: number) => { address: string; changes: Changes },
  ): Promise<number[]>
  /** How many charges the gateway has received since the last call. */
  newCharges(): Promise<number>
  stop(): Promise<void>
}

/** @param faults The `proof/faults` modules that break it on purpose. */
export async function startTested(databaseUrl: string, faults: readonly string[] = []): Promise<Tested> {
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS: 'x'.repeat(40),
    TRUST_PROXY: '1',
    SETUP_SECONDS: '0',
    PASSWORD_HASHES_WAITING: '1000',
    NODE_OPTIONS: faults.map((fault) => `--import=./proof/faults/${fault}.ts`).join(' '),
  }
  const instances = [await launchProduct(env), await launchProduct(env)]
  const db = openPostgres({ url: databaseUrl, poolSize: 2, onIdleError: () => {} })
  let seen = 0
  return {
    instances,
    tryCards: (count, cardOf) =>
      Promise.all(
        Array.from({ length: count }, async (_, number) => {
          const { address, changes } = cardOf(number)
          const response = await fetch(
            `${instances[number % instances.length]?.url}/rest/auth/sign-up/submit/`,
            {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
              body: JSON.stringify(goodSignUp(changes)),
            },
          )
          await response.arrayBuffer()
          return response.status
        }),
      ),
    async newCharges() {
      const { charges } = await db.one<{ charges: number }>(
        sql`select count(*) as charges from sandbox_charges`,
      )
      const fresh = charges - seen
      seen = charges
      return fresh
    },
    async stop() {
      await db.close()
      await Promise.all(instances.map((instance) => instance.stop()))
    },
  }
}

/** A different card each time, judging by last four digits and expiry. */
export function otherCard(number: number): Changes {
  return {
    number: DECLINED,
    expiration_date_0: String((number % 12) + 1),
    expiration_date_1: String(2028 + (Math.floor(number / 12) % 9)),
  }
}

export function addressOf(number: number): string {
  return `198.18.${Math.floor(number / 250)}.${number % 250}`
}
