import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Answer, keepAsking } from '../proof/kit/load.ts'
import { asShipped, launchProduct, type Product } from '../scripts/launch-product.ts'
import { wideFraudLimits } from '../scripts/wide-fraud-limits.ts'
import { seedSampleAccounts } from '../server/demo/sample-accounts.ts'
import { openPasswords } from '../server/identity/passwords.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { median, quantile } from './averages.ts'
import { ask, formOf, type Got, perSecond } from './client.ts'
import { atLeast, atMost, type Finding, note } from './findings.ts'
import { onBothDatabases } from './on-both-databases.ts'

const ROUNDS = 5
const REST_MS = 2_000
const SIGN_IN_SECONDS = 6
const SIGN_UP_SECONDS = 8
const SIGN_UPS_AT_ONCE = 16
/** A password and two answers. */
const HASHES_OF_A_SIGN_UP = 3
const OVERLOADED_AT_ONCE = 250
const OVERLOADS = 5

/**
 * Sign-ins and sign-ups per second compared with the limit of argon2id, and how much sign-ins slow down other
 * requests. The gateway answers after 20 ms.
 */
export function measureHashes(): Promise<Finding[]> {
  return onBothDatabases(measureOn, { prepare: addSampleAccounts })
}

/** The embedded start adds them automatically. */
async function addSampleAccounts(url: string): Promise<void> {
  const db = openPostgres({ url, poolSize: 2, onIdleError: () => {} })
  await migrate(db)
  const passwords = openPasswords({ cost: 'standard', atOnce: 2, waiting: 100 })
  await seedSampleAccounts({ db, passwords, now: new Date(), publicUrl: 'http://localhost:3000' })
  await db.close()
}

async function measureOn(database: string, env: Record<string, string>): Promise<Finding[]> {
  const product = await launchProduct(
    {
      ...env,
      PASSWORD_HASH_COST: 'standard',
      TRUST_PROXY: '1',
      ...wideFraudLimits,
      NODE_OPTIONS: '--import=./bench/with-slow-gateway.ts',
    },
    asShipped,
  )
  try {
    return [...(await measureSignIns(product, database)), ...(await measureSignUps(product, database))]
  } finally {
    await product.stop()
  }
}

async function measureSignIns(product: Product, database: string): Promise<Finding[]> {
  const people = await Promise.all(Array.from({ length: 8 }, (_, number) => meet(product, number)))
  const signInsOf = (some: Person[]) => (number: number) =>
    signIn(product, some[number % some.length] as Person)
  const otherCalls: number[] = []
  const signIns = await againstHashes(async () => {
    const work = perSecond(signInsOf(people), { seconds: SIGN_IN_SECONDS, atOnce: people.length })
    otherCalls.push(...(await otherCallsDuring(work, product)))
    return work
  })
  const overload = await overloadedOften(product)
  const recovered = await perSecond(signInsOf(people), { seconds: 2, atOnce: 4 })
  const strangers = people.map((person) => ({ ...person, cookie: '' }))
  const newDevices = await perSecond(signInsOf(strangers), { seconds: 4, atOnce: strangers.length })
  note('argon2id hashes per second', signIns.hashes, '/s')
  note(`sign-ins per second, ${database}`, signIns.perSecond, '/s')
  note('the same from new devices, a mail for each', newDevices, '/s')
  note('refused the first time, not compiled yet: slowest', overload.firstTimeMs, 'ms')
  return [
    atLeast(`sign-ins against hashes, ${database}`, signIns.ratio, 0.8, '×'),
    atMost(`other calls meanwhile, 99th percentile, ${database}`, quantile(otherCalls, 0.99), 100, 'ms'),
    atLeast(`refused of ${OVERLOADED_AT_ONCE} sign-ins at once, ${database}`, overload.refused, 1, ''),
    atMost(`the slowest of them, ${database}`, overload.slowestRefusalMs, 200, 'ms'),
    atLeast(`sign-ins after that against before, ${database}`, recovered / signIns.perSecond, 0.7, '×'),
  ]
}

async function measureSignUps(product: Product, database: string): Promise<Finding[]> {
  const signUps = (seconds: number) =>
    perSecond((number) => signUp(product, number), { seconds, atOnce: SIGN_UPS_AT_ONCE })
  await signUps(2)
  const { perSecond: rate, ratio } = await againstHashes(() => signUps(SIGN_UP_SECONDS))
  note(`sign-ups per second, ${database}`, rate, '/s')
  return [atLeast(`sign-ups against their hashes, ${database}`, ratio * HASHES_OF_A_SIGN_UP, 0.8, '×')]
}

/**
 * Alternates the work with pure hashing: the machine's speed varies by the second, so only adjacent
 * measurements can be compared. The median of the rounds counts.
 */
async function againstHashes(
  work: () => Promise<number>,
): Promise<{ perSecond: number; hashes: number; ratio: number }> {
  const rounds: { perSecond: number; hashes: number; ratio: number }[] = []
  let before = await hashesPerSecond()
  for (let round = 0; round < ROUNDS; round += 1) {
    const rate = await work()
    // Lets mail and provisioning jobs caused by the work finish, so that they do not slow the measurement.
    await pause(REST_MS)
    const after = await hashesPerSecond()
    const hashes = (before + after) / 2
    rounds.push({ perSecond: rate, hashes, ratio: rate / hashes })
    before = after
  }
  const middleOf = (key: 'perSecond' | 'hashes' | 'ratio') => median(rounds.map((round) => round[key]))
  return { perSecond: middleOf('perSecond'), hashes: middleOf('hashes'), ratio: middleOf('ratio') }
}

/**
 * How many hashes this machine computes per second right now, on all cores: the reference for all hashing
 * work.
 */
async function hashesPerSecond(): Promise<number> {
  const cores = availableParallelism()
  const passwords = openPasswords({ cost: 'standard', atOnce: cores, waiting: 10_000 })
  const begin = performance.now()
  let hashes = 0
  const hasher = async () => {
    while (performance.now() - begin < 2_000) {
      await passwords.hash('password1')
      hashes += 1
    }
  }
  await Promise.all(Array.from({ length: cores }, hasher))
  return hashes / ((performance.now() - begin) / 1000)
}

/** How long each of them took, in milliseconds. */
async function otherCallsDuring(work: Promise<unknown>, product: Product): Promise<number[]> {
  let isOver = false
  const others = keepAsking(() => ask(`${product.url}/health`), {
    atOnce: 1,
    until: () => isOver,
    restMs: 20,
  })
  await work.finally(() => {
    isOver = true
  })
  return (await others).map(({ tookMs }) => tookMs)
}

/**
 * The first time is slower: code that has run only a few times is not compiled yet. The median of the others
 * counts.
 */
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
  let requestCount = 0
  const answers: Answer[] = await keepAsking((number) => signIn(product, stranger(time, number)), {
    atOnce: OVERLOADED_AT_ONCE,
    until: () => {
      requestCount += 1
      return requestCount > OVERLOADED_AT_ONCE
    },
  })
  const refused = answers.filter((answer) => answer.status === 503)
  return { refused: refused.length, slowestRefusalMs: Math.max(0, ...refused.map((answer) => answer.tookMs)) }
}

/** Someone who has signed in before on a known device, or the person with the given email. */
type Person = { address: string; cookie: string; email?: string }

async function meet(product: Product, number: number): Promise<Person> {
  const address = `198.19.0.${number}`
  const answer = await signIn(product, { address, cookie: '' })
  const device = answer.cookies.find((cookie) => cookie.startsWith('device='))
  return { address, cookie: device?.split(';')[0] ?? '' }
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

function signUp(product: Product, number: number): Promise<Got> {
  return ask(`${product.url}/rest/auth/sign-up/submit/`, {
    body: JSON.stringify(goodSignUp()),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${Math.floor(number / 250) % 250}.${number % 250}`,
    },
  })
}
