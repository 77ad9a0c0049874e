import { setTimeout as pause } from 'node:timers/promises'
import { refuseHeld, releaseHeld } from '#server/billing/orders/decide-held.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'
import { type Office, openOffice } from './operators-office.ts'

/** An operator's decision about a held sign-up, and the bank's answer for its card. */
export type Action = 'release' | 'release, declined' | 'release, answer lost' | 'refuse'
const behaviours: Partial<Record<Action, string>> = {
  'release, declined': 'declined',
  'release, answer lost': 'time-out-after-charge',
}
const HELD_CARD = '4000-0000-0000-9235'

type Asked = { action: Action; order: number; key: string; email: string; step: number }
export type HeldOffice = Office<Asked>

/** Used by the account that was closed for fraud. */
export async function openHeldOffice(databaseUrl: string, fault?: string): Promise<HeldOffice> {
  const office = await openOffice<Asked>(databaseUrl, 'held-decisions', fault)
  await closeForFraud(office.db)
  return office
}

/** One held sign-up after another. The slower operator is refused. */
export const heldDecisions = (office: HeldOffice, action: Action) => ({
  prepare: (step: number) => holdSignUp(office, action, step),
  mustSucceed: false,
})

/** Runs in an operator's process. */
export async function carryOut(
  deps: Parameters<typeof releaseHeld>[0],
  { action, order: orderId }: Asked,
): Promise<Refused | undefined> {
  const decided =
    action === 'refuse'
      ? await refuseHeld(deps, { orderId, reason: 'stolen', actor: 'operator:kim' })
      : await releaseHeld(deps, { orderId, actor: 'operator:kim', reason: 'known' })
  return isRefused(decided) ? decided : undefined
}

async function holdSignUp({ product, db, asked }: HeldOffice, action: Action, step: number): Promise<Asked> {
  const form = goodSignUp({ number: HELD_CARD })
  const answer = await fetch(`${product.url}/rest/auth/sign-up/submit/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.5.${asked.length}` },
    body: JSON.stringify(form),
  })
  const said = await answer.text()
  if (answer.status !== 202 || !said.includes('"review":true')) throw new Error(`It was not held: ${said}`)
  const { order } = await db.one<{ order: number }>(
    sql`select id as order from orders where key = ${form.idempotency_key}`,
  )
  // The order's own job would also finish it if it were late: the release has its own.
  await db.run(
    sql`delete from pgboss.job where name = 'settle-order' and data->>'key' = ${form.idempotency_key}`,
  )
  const behaviour = behaviours[action]
  if (behaviour)
    await db.run(sql`
      update sandbox_cards c set behaviour = ${behaviour} from held_sign_ups h
      where h.order_id = ${order} and c.token = h.gateway_token`)
  return { action, order, key: form.idempotency_key, email: String(form.email).toLowerCase(), step }
}

/** An account closed for fraud with the card on file: sign-ups with it are held. */
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

/** Waits until every decided sign-up is finished, or the time is over. */
export async function settle({ db }: HeldOffice, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const open = await db.maybe(sql`
      select 1 from held_sign_ups h join orders o on o.id = h.order_id
      where o.state in ('intent', 'unknown') or h.decided_at is not null and h.gateway_token is not null limit 1`)
    if (!open) return
    // Work waiting for its next attempt becomes due now.
    await db.run(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await pause(200)
  }
}

/** Describes every sign-up where books, gateway, accounts and mails disagree. */
export async function differencesOf({ db, asked }: HeldOffice): Promise<string[]> {
  const found = await Promise.all(
    asked.map(async (one) => {
      const is = await standingOf(db, one)
      return Object.entries(shouldBe(one, is))
        .filter(([name, value]) => is[name as keyof Standing] !== value)
        .map(
          ([name, value]) =>
            `${one.action} ${one.step}: ${name} is ${is[name as keyof Standing]}, not ${value}`,
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

function standingOf(db: Database, { order, key, email }: Asked): Promise<Standing> {
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

/** A charge that was recorded but never sent is dropped: nothing is charged, and the mail says so. */
function shouldBe({ action }: Asked, { taken, state }: Standing): Standing {
  const isTaken = action.startsWith('release') && action !== 'release, declined' && taken > 0 ? 1 : 0
  const without = action === 'refuse' ? 'refused' : state === 'declined' ? 'declined' : 'voided'
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
