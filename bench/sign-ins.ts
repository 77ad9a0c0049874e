import { type Answer, keepAsking } from '../proof/kit/load.ts'
import { asShipped, launchProduct, type Product } from '../scripts/launch-product.ts'
import { seedSampleAccounts } from '../server/demo/sample-accounts.ts'
import { openPasswords } from '../server/identity/passwords.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { ask, formOf, type Got } from './client.ts'
import { atLeast, atMost, type Finding, median, noted, quantile } from './finding.ts'
import { againstHashes } from './hashes.ts'
import { onBothDatabases } from './on-both-databases.ts'

const SECONDS = 6
const OVERLOADED_AT_ONCE = 250
const OVERLOADS = 5

/** Sign-ins per second compared with what argon2id allows, and how much they slow down other requests. */
export function measureSignIns(): Promise<Finding[]> {
  return onBothDatabases(measureOn, addSampleAccounts)
}

/** The embedded start adds them by itself. */
async function addSampleAccounts(url: string): Promise<void> {
  const db = openPostgres({ url, poolSize: 2, onIdleError: () => {} })
  await migrate(db)
  const passwords = openPasswords({ cost: 'standard', atOnce: 2, waiting: 100 })
  await seedSampleAccounts({ db, passwords, now: new Date(), publicUrl: 'http://localhost:3000' })
  await db.close()
}

async function measureOn(database: string, env: Record<string, string>): Promise<Finding[]> {
  const product = await launchProduct({ ...env, PASSWORD_HASH_COST: 'standard', TRUST_PROXY: '1' }, asShipped)
  try {
    const people = await Promise.all(Array.from({ length: 8 }, (_, number) => meet(product, number)))
    const otherCalls: number[] = []
    const { perSecond, hashes, ratio } = await againstHashes(async () => {
      const busy = await signInsFor(product, SECONDS, people)
      otherCalls.push(...busy.otherCallsMs)
      return busy.perSecond
    })
    const overload = await overloadedOften(product)
    const recovered = await signInsFor(product, 2, people.slice(0, 4))
    const strangers = await signInsFor(product, 4, people.map(withoutDevice))
    return [
      noted('argon2id hashes per second', hashes, '/s'),
      noted(`sign-ins per second, ${database}`, perSecond, '/s'),
      noted('the same from new devices, a mail for each', strangers.perSecond, '/s'),
      atLeast(`sign-ins against hashes, ${database}`, ratio, 0.8, '×'),
      atMost('other calls meanwhile, 99th percentile', quantile(otherCalls, 0.99), 100, 'ms'),
      atMost(
        `refused when ${OVERLOADED_AT_ONCE} sign in at once, slowest`,
        overload.slowestRefusalMs,
        200,
        'ms',
      ),
      noted('the same the first time, not compiled yet', overload.firstTimeMs, 'ms'),
      atLeast('of them refused with 503', overload.refused, 1, ''),
      atLeast('sign-ins per second after that, against before', recovered.perSecond / perSecond, 0.7, '×'),
    ]
  } finally {
    await product.stop()
  }
}

/** Someone who has signed in before, on a known device. */
type Person = { address: string; cookie: string; email?: string }

async function meet(product: Product, number: number): Promise<Person> {
  const address = `198.19.0.${number}`
  const answer = await signIn(product, { address, cookie: '' })
  const device = answer.cookies.find((cookie) => cookie.startsWith('device='))
  return { address, cookie: device?.split(';')[0] ?? '' }
}

function withoutDevice({ address }: Person): Person {
  return { address, cookie: '' }
}

async function signInsFor(product: Product, seconds: number, people: readonly Person[]) {
  const begin = performance.now()
  const until = () => performance.now() - begin > seconds * 1000
  const signIns = keepAsking((number) => signIn(product, people[number % people.length] as Person), {
    atOnce: people.length,
    until,
  })
  const others = keepAsking(() => ask(`${product.url}/health`), { atOnce: 1, until, restMs: 20 })
  const [answers, otherAnswers] = await Promise.all([signIns, others])
  const took = (performance.now() - begin) / 1000
  const strange = answers.filter((answer) => answer.status !== 200)
  if (strange.length > 0) throw new Error(`Some sign-ins failed: ${JSON.stringify(strange.slice(0, 3))}`)
  return {
    perSecond: answers.length / took,
    otherCallsMs: otherAnswers.map((answer) => answer.tookMs),
  }
}

/** The first time takes longer: what has run only a few times is not compiled yet. The median of the others counts. */
async function overloadedOften(product: Product) {
  const first = await overloaded(product, 0)
  const others: { refused: number; slowestRefusalMs: number }[] = []
  for (let time = 1; time <= OVERLOADS; time += 1) others.push(await overloaded(product, time))
  return {
    refused: Math.min(...others.map(({ refused }) => refused)),
    slowestRefusalMs: median(others.map(({ slowestRefusalMs }) => slowestRefusalMs)),
    firstTimeMs: first.slowestRefusalMs,
  }
}

async function overloaded(
  product: Product,
  time: number,
): Promise<{ refused: number; slowestRefusalMs: number }> {
  let asked = 0
  const answers: Answer[] = await keepAsking((number) => signIn(product, stranger(time, number)), {
    atOnce: OVERLOADED_AT_ONCE,
    until: () => {
      asked += 1
      return asked > OVERLOADED_AT_ONCE
    },
  })
  const refused = answers.filter((answer) => answer.status === 503)
  return { refused: refused.length, slowestRefusalMs: Math.max(0, ...refused.map((answer) => answer.tookMs)) }
}

/** A different person each time: nobody is throttled, and each sign-in costs a hash. */
function stranger(time: number, number: number): Person {
  return {
    address: `198.18.${time}.${number % 250}`,
    cookie: '',
    email: `person.${time}.${number}@example.com`,
  }
}

function signIn(product: Product, { address, cookie, email = 'agent@example.com' }: Person): Promise<Got> {
  const { headers, body } = formOf({ email, password: 'password1' })
  return ask(`${product.url}/rest/auth/login/`, {
    headers: { ...headers, 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body,
  })
}
