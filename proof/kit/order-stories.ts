import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { dayIn, momentOf, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { emptyPlan, items } from '#contract/catalogue/plan.ts'
import { previewChange } from '#contract/catalogue/plan-change.ts'
import { settleJob } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'
import { openSandbox } from '../../server/adapters/payments-sandbox.ts'
import { systemClock } from '../../server/ports/clock.ts'
import { makeDue } from '../../server/test-kit/due-jobs.ts'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'
import { APPROVED, subscribe, TIMES_OUT } from '../../server/test-kit/subscriptions.ts'
import { form } from './load.ts'
import { openRenewalHarness } from './renewal-harness.ts'

const PATIENCE_MS = 15_000

export type Running = { product: Product; db: Database; stop(): Promise<void> }

/** A product on its own database; with a fault, one that is broken on purpose. */
export async function launchOn(databaseUrl: string, fault?: string): Promise<Running> {
  const product = await launchProduct({
    DATABASE_URL: databaseUrl,
    SECRETS: 'x'.repeat(40),
    TRUST_PROXY: '1',
    // An order with a lost answer is settled when a story says so.
    SETTLE_SECONDS: '3600',
    PASSWORD_HASHES_AT_ONCE: '2',
    ...(fault ? { NODE_OPTIONS: `--import=./proof/faults/${fault}.ts` } : {}),
  })
  const db = openPostgres({ url: databaseUrl, poolSize: 4, onIdleError: () => {} })
  return {
    product,
    db,
    async stop() {
      await db.close()
      await product.kill()
    },
  }
}

/** A plan change uses a key; then many sign-ups arrive with the same key while someone signs in. */
export async function reuseKey({ product, db }: Running, signUps: number, patienceMs = PATIENCE_MS) {
  const owner = await openOwner({ product, db }, APPROVED)
  const key = `used-${process.pid}-key`
  const changed = await owner.changePlan({ ...twoDialers, idempotency_key: key })
  const answers = Promise.all(
    Array.from({ length: signUps }, (_, number) =>
      submit(product, goodSignUp({ idempotency_key: key }), `198.18.1.${number}`, '', patienceMs),
    ),
  )
  const signedIn = await post(product, '/rest/auth/login/', form(owner.credentials), '198.18.2.1')
  return { changed, answers: await answers, signedIn }
}

/**
 * The answer to a paid sign-up is lost; the person corrects the street and pays again: with the same key, as
 * one version of the page does, and with a new key, as another does.
 */
export async function loseAnswer({ product, db }: Running) {
  const body = goodSignUp()
  const address = '198.18.3.1'
  const lookedUp = await post(
    product,
    '/rest/auth/get-login-info-by-email/',
    form({ email: String(body.email) }),
    address,
  )
  await cutAfterSending(product, body, lookedUp.cookie)
  await until(() =>
    exists(db, sql`select 1 from orders where key = ${body.idempotency_key} and state = 'paid'`),
  )
  const corrected = { ...body, address: '5 Elm Street' }
  const sameKey = await submit(product, corrected, address, lookedUp.cookie)
  const newKey = await submit(
    product,
    { ...corrected, idempotency_key: `${body.idempotency_key}-2` },
    address,
    lookedUp.cookie,
  )
  const { charges } = await db.one<{ charges: number }>(sql`
    select count(*) as charges from sandbox_charges where key like ${`${body.idempotency_key}%`}`)
  return { sameKey, newKey, charges }
}

/** The answer to a plan change is lost, and the next month begins before the order is settled. */
export async function turnTheMonth({ product, db }: Running) {
  const owner = await openOwner({ product, db }, TIMES_OUT)
  const { subscriptionId } = owner
  // The dates are moved, because the product uses the machine's clock.
  await moveBack(db, subscriptionId, 10)
  const key = `late-${process.pid}-key`
  const ordered = await owner.changePlan({
    ...(await priceTwoDialers(db, subscriptionId)),
    idempotency_key: key,
  })
  await moveBack(db, subscriptionId, 25)
  await renewDue(await openRenewalHarness(db, systemClock))
  await until(async () => {
    await makeDue(db, settleJob.name)
    return exists(db, sql`select 1 from orders where key = ${key} and settled_at is not null`)
  })
  const standing = await db.one<{ state: string; dialers: number; told: number }>(sql`
    select o.state, i.quantity as dialers,
      (select count(*) from mails where purpose = 'payment-returned') as told
    from orders o, subscription_items i
    where o.key = ${key} and i.subscription_id = ${subscriptionId} and i.item = 'triple'`)
  if (standing.state === 'voided') {
    await until(() =>
      exists(db, sql`select 1 from sandbox_charges where key = ${key} and voided_at is not null`),
    )
  }
  return { ordered, ...standing }
}

/** Moves the subscription's start back by this many days. */
async function moveBack(db: Database, subscriptionId: number, days: number): Promise<void> {
  const { anchor, zone } = await db.one<{ anchor: string; zone: string }>(sql`
    update subscriptions set anchor_date = anchor_date - ${days}::integer where id = ${subscriptionId}
    returning anchor_date as anchor, time_zone as zone`)
  const endsOn = monthsAfter(anchor, 1)
  await db.run(sql`
    update periods set starts_on = ${anchor}, ends_on = ${endsOn}, ends_at = ${momentOf(zone, endsOn)}
    where subscription_id = ${subscriptionId}`)
  await db.run(sql`update subscriptions set next_at = ${momentOf(zone, endsOn)} where id = ${subscriptionId}`)
}

async function priceTwoDialers(db: Database, subscriptionId: number) {
  const { from, to, zone } = await db.one<{ from: string; to: string; zone: string }>(sql`
    select p.starts_on as from, p.ends_on as to, s.time_zone as zone
    from periods p join subscriptions s on s.id = p.subscription_id where s.id = ${subscriptionId}`)
  const current = (['triple', 'lead'] as const).map((key) => ({
    key,
    quantity: 1,
    unitPrice: defaultPrices[items[key].priceKey],
  }))
  const preview = previewChange({
    current,
    wanted: { ...emptyPlan(), triple: 2, lead: 1 },
    prices: defaultPrices,
    month: { from, to },
    today: dayIn(zone, systemClock.now()),
  })
  return { ...twoDialers, now_cents: preview.nowCents, next_cents: preview.nextCents }
}

const twoDialers = {
  triple_line_power_dialer_count: 2,
  hosted_lead_management_count: 1,
  now_cents: 13_900,
  next_cents: 28_800,
}

async function openOwner({ product, db }: Pick<Running, 'product' | 'db'>, number: string) {
  const payments = openSandbox({ db, clock: systemClock })
  const account = await subscribe({ db, clock: systemClock, payments }, { number })
  const credentials = { email: account.email, password: 'password1' }
  const { cookie } = await post(product, '/rest/auth/login/', form(credentials), '198.18.2.1')
  return {
    ...account,
    credentials,
    changePlan: async (change: object) =>
      (await post(product, '/rest/account/plan/', JSON.stringify(change), '198.18.2.1', cookie)).status,
  }
}

type Told = { status: number | 'no answer'; data: { status?: string } | undefined; cookie: string }

function submit(
  product: Product,
  body: object,
  address: string,
  cookie = '',
  patienceMs = PATIENCE_MS,
): Promise<Told> {
  return post(product, '/rest/auth/sign-up/submit/', JSON.stringify(body), address, cookie, patienceMs)
}

async function post(
  product: Product,
  path: string,
  body: FormData | string,
  address: string,
  cookie = '',
  patienceMs = PATIENCE_MS,
): Promise<Told> {
  try {
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      body,
      headers: {
        'x-forwarded-for': address,
        ...(cookie ? { cookie } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      signal: AbortSignal.timeout(patienceMs),
    })
    const { data } = (await response.json()) as { data?: { status?: string } }
    const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    return { status: response.status, data, cookie: cookies.join('; ') }
  } catch {
    return { status: 'no answer', data: undefined, cookie: '' }
  }
}

/** Disconnects as soon as the whole request was sent. */
function cutAfterSending(product: Product, body: object, cookie: string): Promise<void> {
  return new Promise((cut) => {
    const sent = request(`${product.url}/rest/auth/sign-up/submit/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.18.3.1', cookie },
    })
    sent.on('error', () => cut())
    sent.on('close', () => cut())
    sent.end(JSON.stringify(body), () => sent.destroy())
  })
}

async function exists(db: Database, statement: Sql): Promise<boolean> {
  return (await db.maybe(statement)) !== undefined
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that within a minute')
    await pause(50)
  }
}
