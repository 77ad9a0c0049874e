import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requestPasswordReset } from '../contract/features/password-reset/calls.ts'
import { findAccounts, signIn } from '../contract/features/sign-in/calls.ts'
import { submitSignUp } from '../contract/features/sign-up/calls.ts'
import { pages } from '../contract/pages.ts'
import { type Answer, keepAsking } from '../proof/kit/load.ts'
import { asShipped, launchProduct, type Product } from '../scripts/launch-product.ts'
import { durable, startPostgres } from '../scripts/start-postgres.ts'
import { wideFraudLimits } from '../scripts/wide-fraud-limits.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { ask, formOf, type Got } from './client.ts'
import { atLeast, atMost, type Finding, noted, quantile } from './finding.ts'

const MINUTES = 60
const SAMPLE_MS = 15_000
const AT_ONCE = 4
const REST_MS = 150
/** As many people come back: those who signed up last. */
const REGULARS = 200

/**
 * The memory of an instance under mixed load for an hour, on PostgreSQL and on the embedded database side by side: after the
 * first third it must not grow, and the instance must not become slower.
 */
export async function measureMemory(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-bench-'))
  const postgres = await startPostgres({ settings: durable })
  try {
    const both = await Promise.all([
      measureOn('PostgreSQL', { DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40) }),
      measureOn('embedded', { DATA_DIR: folder }),
    ])
    return both.flat()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(database: string, env: Record<string, string>): Promise<Finding[]> {
  const product = await launchProduct({ ...env, ...wideFraudLimits, TRUST_PROXY: '1' }, asShipped)
  try {
    const begin = performance.now()
    const end = begin + minutesWanted() * 60_000
    const until = () => performance.now() > end
    const [answers, samples] = await Promise.all([load(product, until), watch(product, until)])
    const third = Math.floor(samples.length / 3)
    const inThird = (number: number) =>
      answers.filter(({ atMs }) => Math.floor((3 * (atMs - begin)) / (end - begin)) === number).length
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
    return [
      atLeast(`requests, ${database}`, answers.length, 1000, ''),
      atLeast('requests, last third against first third', inThird(2) / inThird(0), 0.8, '×'),
      // The rest are wrong passwords and a page that does not exist.
      atLeast('of them done', answers.filter(isDone).length / answers.length, 0.9, '×'),
      atMost('of them answered with 5xx, or not at all', answers.filter(isFault).length, 0, ''),
      noted('memory, median of the middle third', quantile(middle, 0.5), 'MB'),
      noted('memory, most', Math.max(...samples), 'MB'),
      atMost(
        'memory, last third against middle third',
        quantile(last, 0.5) / quantile(middle, 0.5),
        1.05,
        '×',
      ),
    ]
  } finally {
    await product.stop()
  }
}

/** `npm run bench -- memory --minutes 5` for a trial. */
function minutesWanted(): number {
  const at = process.argv.indexOf('--minutes')
  return at < 0 ? MINUTES : Number(process.argv[at + 1])
}

function isDone({ status }: Answer): boolean {
  return status !== 'lost' && status < 400
}

function isFault({ status }: Answer): boolean {
  return status === 'lost' || status >= 500
}

async function watch({ pid }: Product, until: () => boolean): Promise<number[]> {
  const samples: number[] = []
  while (!until()) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    samples.push(Number(stdout) / 1024)
    await new Promise((resume) => setTimeout(resume, SAMPLE_MS))
  }
  return samples
}

type Regular = { email: string; cookies: string }

/** One sign-up in twenty requests; the rest by people who come back, and by strangers. */
function load(product: Product, until: () => boolean): Promise<Answer[]> {
  const regulars: Regular[] = []
  const post = (path: string, asked: ReturnType<typeof formOf>, ip: string, cookie = '') =>
    ask(product.url + path, { ...asked, headers: { ...asked.headers, 'x-forwarded-for': ip, cookie } })
  const get = (path: string, ip: string, cookie = '') =>
    ask(product.url + path, { headers: { 'x-forwarded-for': ip, cookie } })

  async function signUp(ip: string): Promise<Got> {
    const body = goodSignUp()
    const headers = { 'content-type': 'application/json' }
    const answer = await post(submitSignUp.path, { headers, body: JSON.stringify(body) }, ip)
    if (answer.status === 200) regulars.push({ email: body.email ?? '', cookies: '' })
    if (regulars.length > REGULARS) regulars.shift()
    return answer
  }

  async function comeBack(regular: Regular, ip: string): Promise<Got> {
    const asked = formOf({ email: regular.email, password: 'password1' })
    const answer = await post(signIn.path, asked, ip, regular.cookies)
    if (answer.cookies.length > 0) regular.cookies = answer.cookies.map((one) => one.split(';')[0]).join('; ')
    return answer
  }

  const opened = [pages.account, pages.billing, pages.people, pages.security, pages.activity, pages.plan]
  const strangers = [
    pages['sign-in'],
    '/sign-up/step-1',
    pages['password-reset'],
    pages.webinars,
    '/no-such-page',
  ]

  return keepAsking(
    (number) => {
      const ip = `198.18.${Math.floor(number / 250) % 250}.${number % 250}`
      const regular = regulars[(number * 7) % regulars.length]
      const turn = number % 20
      if (turn === 0 || !regular) return signUp(ip)
      const { email, cookies } = regular
      if (turn < 3) return post(findAccounts.path, formOf({ email }), ip)
      if (turn < 5) return comeBack(regular, ip)
      if (turn === 5) return comeBack({ email, cookies: '' }, ip)
      if (turn === 6) return post(signIn.path, formOf({ email, password: 'not mine' }), ip)
      if (turn === 7) return post(requestPasswordReset.path, formOf({ email }), ip)
      if (turn < 10) return get(strangers[number % strangers.length] ?? '/', ip)
      return get(opened[number % opened.length] ?? '/', ip, cookies)
    },
    { atOnce: AT_ONCE, until, restMs: REST_MS },
  )
}
