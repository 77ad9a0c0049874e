import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { requestPasswordReset } from '../contract/features/password-reset.ts'
import { findAccounts, signIn } from '../contract/features/sign-in.ts'
import { submitSignUp } from '../contract/features/sign-up/calls.ts'
import { pages } from '../contract/pages.ts'
import { type Answer, keepAsking } from '../proof/kit/load.ts'
import { asShipped, launchProduct, type Product } from '../scripts/launch-product.ts'
import { wideFraudLimits } from '../scripts/wide-fraud-limits.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { median } from './averages.ts'
import { ask, formOf, type Got } from './client.ts'
import { atLeast, atMost, type Finding, note } from './findings.ts'
import { onBothDatabases } from './on-both-databases.ts'

const SAMPLE_MS = 15_000
const AT_ONCE = 4
const REST_MS = 150
/** The number of returning people: those who signed up last. */
const REGULARS = 200

/**
 * The memory of an instance under mixed load for an hour, on PostgreSQL and on the embedded database side by
 * side: after the first third it must not grow, nor may the instance slow down.
 */
export function measureMemory(minutes: number): Promise<Finding[]> {
  return onBothDatabases((database, env) => measureOn(database, env, minutes), { atOnce: true })
}

async function measureOn(database: string, env: Record<string, string>, minutes: number): Promise<Finding[]> {
  const product = await launchProduct({ ...env, ...wideFraudLimits, TRUST_PROXY: '1' }, asShipped)
  try {
    const begin = performance.now()
    const end = begin + minutes * 60_000
    const until = () => performance.now() > end
    const [answers, samples] = await Promise.all([load(product, until), watch(product, until)])
    const third = Math.floor(samples.length / 3)
    const inThird = (number: number) =>
      answers.filter(({ atMs }) => Math.floor((3 * (atMs - begin)) / (end - begin)) === number).length
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
    note(`memory, median of the middle third, ${database}`, median(middle), 'MB')
    note(`memory, most, ${database}`, Math.max(...samples), 'MB')
    return [
      atLeast(`requests, ${database}`, answers.length, 1000, ''),
      atLeast(`requests, last third against first, ${database}`, inThird(2) / inThird(0), 0.8, '×'),
      // The rest are wrong passwords and a page that does not exist.
      atLeast(`of them done, ${database}`, answers.filter(isDone).length / answers.length, 0.9, '×'),
      atMost(`of them 5xx or not answered, ${database}`, answers.filter(isFault).length, 0, ''),
      atMost(`memory, last third against middle, ${database}`, median(last) / median(middle), 1.05, '×'),
    ]
  } finally {
    await product.stop()
  }
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

/** One sign-up in twenty requests; the rest by returning people and strangers. */
function load(product: Product, until: () => boolean): Promise<Answer[]> {
  const regulars: Regular[] = []
  const post = (path: string, request: ReturnType<typeof formOf>, ip: string, cookie = '') =>
    ask(product.url + path, { ...request, headers: { ...request.headers, 'x-forwarded-for': ip, cookie } })
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
    const request = formOf({ email: regular.email, password: 'password1' })
    const answer = await post(signIn.path, request, ip, regular.cookies)
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
