import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Harness } from './harness.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from './subscriptions.ts'

/** What is due in a past-due account. */
export const OPEN = { open_cents: 14_900 }

/** A card form as the billing pages send it with nothing due. To pay with it, add `OPEN`. */
export const cardForm = (number: string) => ({
  open_cents: 0,
  number,
  holder: 'Dana Whitfield',
  expiration_date_0: '12',
  expiration_date_1: '2030',
  cvv: '123',
  country_code_alpha2: 'US',
  postal_code: '60601',
})

/** An account whose renewal was refused an hour ago. */
export async function makePastDue(harness: Harness): Promise<Subscribed> {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3_600_000)
  return one
}

/** The token of the payment link in the mail about the refusal. */
export async function payLinkOf({ db }: Harness, { email }: Subscribed): Promise<string> {
  const { plain } = await db.one<{ plain: string }>(
    sql`select plain from mails where recipient = ${email} and purpose = 'payment-failed'`,
  )
  return /\/pay\/([\w-]+)\//.exec(plain)?.[1] ?? ''
}

export function cardOnFile({ db }: Harness, { accountId }: Subscribed): Promise<{ lastFour: string }> {
  return db.one<{ lastFour: string }>(
    sql`select last_four as "lastFour" from cards where account_id = ${accountId} and replaced_at is null and not is_backup`,
  )
}

/** Mails to the owner with this purpose, oldest first. */
export async function mailsTo({ db }: Harness, { email }: Subscribed, purpose: string): Promise<string[]> {
  const mails = await db.many<{ plain: string }>(
    sql`select plain from mails where recipient = ${email} and purpose = ${purpose} order by id`,
  )
  return mails.map(({ plain }) => plain)
}
