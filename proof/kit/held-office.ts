import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'

/** What an operator does with a held sign-up, and what the bank then does with its card. */
export type Deed = 'release' | 'release, declined' | 'release, answer lost' | 'refuse'
const behaviours: Partial<Record<Deed, string>> = {
  'release, declined': 'declined',
  'release, answer lost': 'time-out-after-charge',
}
const HELD_CARD = '4000-0000-0000-9235'
const root = join(import.meta.dirname, '../..')

type Done = { deed: Deed; order: number; key: string; email: string; step: number }
export type HeldOffice = {
  databaseUrl: string
  product: Product
  db: Database
  kills: number
  done: Done[]
  fault?: string | undefined
  stop(): Promise<void>
}

/** A running product, and operators beside it whose command lines are killed. With a fault, both are broken. */
export async function openHeldOffice(databaseUrl: string, fault?: string): Promise<HeldOffice> {
  const product = await launchProduct({ ...envOf(databaseUrl), ...broken(fault) })
  const db = openPostgres({ url: databaseUrl, poolSize: 4, onIdleError: () => {} })
  await closeForFraud(db)
  return {
    databaseUrl,
    product,
    db,
    kills: 0,
    done: [],
    fault,
    async stop() {
      await db.close()
      await product.stop()
    },
  }
}

/**
 * Decides one held sign-up after another, killed before its first statement, its second, and so on, until the command
 * comes to its end. Each time, two operators then give the same command at the same time.
 */
export async function killAtEveryStep(
  office: HeldOffice,
  deed: Deed,
  { stride = 1, only }: { stride?: number; only?: string } = {},
): Promise<number> {
  const before = office.kills
  for (let step = 1; step < 100; step += stride) {
    const one = await holdSignUp(office, deed, step)
    office.done.push(one)
    const isKilled = (await command(office, one, only ?? String(step))) === 'SIGKILL'
    await Promise.all([command(office, one), command(office, one)])
    if (isKilled) office.kills += 1
    if (!isKilled || only !== undefined) break
  }
  return office.kills - before
}

async function holdSignUp({ product, db, done }: HeldOffice, deed: Deed, step: number): Promise<Done> {
  const form = goodSignUp({ number: HELD_CARD })
  const answer = await fetch(`${product.url}/rest/auth/sign-up/submit/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.5.${done.length}` },
    body: JSON.stringify(form),
  })
  const said = await answer.text()
  if (answer.status !== 202 || !said.includes('"review":true')) throw new Error(`It was not held: ${said}`)
  const { order } = await db.one<{ order: number }>(
    sql`select id as order from orders where key = ${form.idempotency_key}`,
  )
  // The job of the order itself would finish it, too, if it came late: the release has its own.
  await db.run(
    sql`delete from pgboss.job where name = 'settle-order' and data->>'key' = ${form.idempotency_key}`,
  )
  const behaviour = behaviours[deed]
  if (behaviour)
    await db.run(sql`
      update sandbox_cards c set behaviour = ${behaviour} from held_sign_ups h
      where h.order_id = ${order} and c.token = h.gateway_token`)
  return { deed, order, key: form.idempotency_key, email: String(form.email).toLowerCase(), step }
}

/** How the command ended: its exit code, or the signal that killed it. An operator who comes too late is refused. */
async function command(
  { databaseUrl, fault }: HeldOffice,
  { deed, order }: Done,
  killAt?: string,
): Promise<number | string> {
  const argv =
    deed === 'refuse' ? ['refuse', String(order), '--reason', 'stolen'] : ['release', String(order)]
  const child = spawn(process.execPath, ['server/admin/main.ts', 'sign-up', ...argv], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      SANDBOX_PAYMENTS: 'yes',
      ...envOf(databaseUrl),
      ...broken(fault, killAt === undefined ? undefined : 'kill-at-step'),
      ...(killAt === undefined ? {} : { KILL_AT: killAt }),
    },
  })
  const [code, signal] = await once(child, 'close')
  return signal ?? code
}

function envOf(databaseUrl: string): Record<string, string> {
  return {
    ...{ DATABASE_URL: databaseUrl, SECRETS: 'x'.repeat(40), TRUST_PROXY: '1' },
    ...{ SETTLE_SECONDS: '2', LOG_LEVEL: 'error' },
  }
}

function broken(...faults: (string | undefined)[]): { NODE_OPTIONS?: string } {
  const imports = faults.flatMap((fault) => (fault ? [`--import=./proof/faults/${fault}.ts`] : []))
  return imports.length === 0 ? {} : { NODE_OPTIONS: imports.join(' ') }
}

/** An account closed for fraud that had the card on file: sign-ups with it are held. */
async function closeForFraud(db: Database): Promise<void> {
  await db.run(sql`
    with account as (
      insert into accounts (pin, company, status, fraud_marked_at, status_since, created_at)
      values ('150938', 'Quick Flip Partners', 'canceled', now(), now(), now()) returning id)
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year,
      number_id, created_at)
    select id, 'sandbox', 'token-of-fraud', 'Visa', '9235', 'Sam Doe', 12, 2030, 'sandbox-number-of-fraud', now()
    from account`)
}

/** Waits until every decided sign-up has come to its end, or the time is over. */
export async function settle({ db }: HeldOffice, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const open = await db.maybe(sql`
      select 1 from held_sign_ups h join orders o on o.id = h.order_id
      where o.state in ('intent', 'unknown') or h.decided_at is not null and h.gateway_token is not null limit 1`)
    if (!open) return
    // Work that waits for its next attempt is due now.
    await db.run(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await pause(200)
  }
}

/** Every sign-up where the books, the gateway, the accounts and the mails do not say the same, in words. */
export async function differencesOf({ db, done }: HeldOffice): Promise<string[]> {
  const found = await Promise.all(
    done.map(async (one) => {
      const is = await standingOf(db, one)
      return Object.entries(shouldBe(one, is))
        .filter(([name, value]) => is[name as keyof Standing] !== value)
        .map(
          ([name, value]) =>
            `${one.deed} ${one.step}: ${name} is ${is[name as keyof Standing]}, not ${value}`,
        )
    }),
  )
  return found.flat()
}

type Standing = {
  state: string
  taken: number
  paid: number
  accounts: number
  receipts: number
  ends: number
  entries: number
  hasCard: boolean
  hasNumber: boolean
}

function standingOf(db: Database, { order, key, email }: Done): Promise<Standing> {
  return db.one<Standing>(sql`
    select o.state, h.gateway_token is not null as "hasCard", o.reserved_account_number is not null as "hasNumber",
      (select count(*) from sandbox_charges where key = ${key} and outcome = 'paid' and voided_at is null) as taken,
      (select count(*) from charges where key = ${key} and outcome = 'paid') as paid,
      (select count(*) from agents where email_key = ${email}) as accounts,
      (select count(*) from mails where recipient = ${email} and purpose = 'receipt') as receipts,
      (select count(*) from mails where recipient = ${email} and purpose in ('sign-up-declined', 'sign-up-not-charged',
        'sign-up-refused', 'sign-up-expired', 'sign-up-has-account')) as ends,
      (select count(*) from audit where action like 'sign-up-%' and (details->>'order')::bigint = ${order}) as entries
    from orders o join held_sign_ups h on h.order_id = o.id where o.id = ${order}`)
}

/** A charge that was recorded but never sent is given up: then nothing is taken, and the mail says so. */
function shouldBe({ deed }: Done, { taken, state }: Standing): Standing {
  const isTaken = deed.startsWith('release') && deed !== 'release, declined' && taken > 0 ? 1 : 0
  const without = deed === 'refuse' ? 'refused' : state === 'declined' ? 'declined' : 'voided'
  return {
    state: isTaken ? 'paid' : without,
    taken: isTaken,
    paid: isTaken,
    accounts: isTaken,
    receipts: isTaken,
    ends: 1 - isTaken,
    entries: 1,
    hasCard: false,
    hasNumber: false,
  }
}
