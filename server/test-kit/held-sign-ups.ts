import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from './accounts.ts'
import { freshEmail, freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'
import { goodSignUp } from './sign-ups.ts'

/** The sandbox's card of a closed account: sign-ups with it are held. */
export const HELD_CARD = '4000-0000-0000-9235'

/** An account that was closed for fraud and had that card on file. */
export async function addFraudAccount(harness: Harness): Promise<void> {
  const now = harness.clock.now()
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), status: 'canceled' })
  await harness.db.run(sql`update accounts set fraud_marked_at = ${now} where id = ${accountId}`)
  await harness.db.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, number_id,
      created_at)
    values (${accountId}, 'sandbox', ${`token-of-${accountId}`}, 'Visa', '9235', 'Sam Doe', 12, 2030,
      'sandbox-number-of-fraud', ${now})`)
}

/** Submits a sign-up that is held, and finds its order. */
export async function holdSignUp(harness: Harness, changes: Parameters<typeof goodSignUp>[0] = {}) {
  const form = goodSignUp({ number: HELD_CARD, ...changes })
  const { status, body, cookies } = await send(harness, submitSignUp, form, { address: freshIp() })
  const held = await harness.db.one<{ id: number }>(
    sql`select id from orders where key = ${form.idempotency_key}`,
  )
  return { form, email: String(form.email), status, body, cookies, id: held.id, order: String(held.id) }
}

/** Everything that money and numbers depend on. */
export function booksOf({ db }: Harness, key: string) {
  return db.one<{
    state: string
    charges: number
    taken: number
    accounts: number
    hasNumber: boolean
    hasCustomer: boolean
  }>(sql`
    select o.state, (select count(*) from charges where key = o.key) as charges,
      (select count(*) from sandbox_charges where key = o.key and outcome = 'paid' and voided_at is null) as taken,
      (select count(*) from agents where email_key = o.email_key) as accounts,
      o.reserved_account_number is not null as "hasNumber", o.customer is not null as "hasCustomer"
    from orders o where o.key = ${key}`)
}
