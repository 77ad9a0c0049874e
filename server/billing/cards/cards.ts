import { permissions } from '#contract/accounts/roles.ts'
import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import type { Option } from '#contract/wire/option.ts'
import { lockAccount } from '#server/accounts/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, nameOf, type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DeclineReason, VaultedCard } from '#server/ports/payments.ts'

/** What is stored of a card: its gateway, its token, and what a person recognizes it by. */
export type StoredCard = VaultedCard & {
  gateway: string
  holder: string
  /** The gateway's identifier of the number, where it has one. */
  numberId?: string | null
  /** Why its bank refused it for good. Null if it did not. */
  refusedBecause?: DeclineReason | null
}

/** Who pays with an emailed link, without a session. The link goes to the owner. */
export const BY_PAY_LINK = 'pay-link'

type Entered = { by: Actor; at: Date }

/**
 * Replaces the card on file. If it is the same card, nothing changes. The account's row is locked first:
 * otherwise the later of two concurrent changes would not see the earlier one's card, and would leave none on
 * file. A bank takes time: returns false and stores nothing if whoever entered it may no longer manage the
 * billing, or was owner through a hand-over that has been undone.
 */
export async function putCardOnFile(
  tx: Db,
  accountId: number,
  card: StoredCard,
  now: Date,
  entered?: Entered,
): Promise<boolean> {
  await lockAccount(tx, accountId)
  const by = entered ? nameOf(entered.by) : ''
  const mayNot = await tx.maybe(sql`
    select 1 from agents
    where account_id = ${accountId} and 'agent:' || id = ${by}
      and (removed_at is not null or role <> all(${permissions.billing}))
    union all
    select 1 from owner_changes
    where account_id = ${accountId} and ${by} = any(array[${BY_PAY_LINK}, 'agent:' || next_id])
      and ${entered?.at ?? null}::timestamptz between at and undone_at`)
  if (mayNot) return false
  await tx.run(sql`
    update cards set replaced_at = ${now}
    where account_id = ${accountId} and replaced_at is null and gateway_token <> ${card.token}`)
  await tx.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, number_id,
      entered_by, created_at)
    values (${accountId}, ${card.gateway}, ${card.token}, ${card.brand}, ${card.lastFour}, ${card.holder},
      ${card.expiresMonth}, ${card.expiresYear}, ${card.numberId ?? null}, ${by}, ${now})
    on conflict (account_id, is_backup) where replaced_at is null do nothing`)
  return true
}

/** Removes a card entered by this owner since then, even by a pay link. The previous one is on file again. */
export async function dropCardEnteredBy(
  tx: Db,
  { accountId, agentId, since }: { accountId: number; agentId: number; since: Date },
  now: Date,
): Promise<boolean> {
  const by = [nameOf({ agentId }), BY_PAY_LINK]
  await lockAccount(tx, accountId)
  const dropped = await tx.run(sql`
    update cards set replaced_at = ${now}
    where account_id = ${accountId} and replaced_at is null and entered_by = any(${by}) and created_at >= ${since}`)
  if (dropped === 0) return false
  await tx.run(sql`
    update cards set replaced_at = null where id = (
      select id from cards
      where account_id = ${accountId} and not (entered_by = any(${by}) and created_at >= ${since})
      order by id desc limit 1)`)
  return true
}

/** Audits who put the card on file, with its last four digits only. */
export async function noteCardChanged(
  tx: Db,
  { actor, origin }: { actor: Actor; origin: Origin },
  accountId: number,
  { brand, lastFour }: Pick<StoredCard, 'brand' | 'lastFour'>,
  now: Date,
): Promise<void> {
  const details = { card: `${brand} ending in ${lastFour}` }
  await recordAudit(tx, { actor, action: 'card-changed', accountId, origin, details }, now)
}

export function findCard(db: Db, accountId: number): Promise<StoredCard | undefined> {
  return db.maybe<StoredCard>(sql`
    select gateway, gateway_token as token, brand, last_four as "lastFour", expires_month as "expiresMonth",
      expires_year as "expiresYear", holder, number_id as "numberId",
      refused_because as "refusedBecause"
    from cards where account_id = ${accountId} and replaced_at is null and not is_backup`)
}

/** Whether an account that was closed for fraud has had this card on file. */
export async function isOfFraudAccount(db: Db, numberId: string): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from cards c join accounts a on a.id = c.account_id
    where c.number_id = ${numberId} and a.fraud_marked_at is not null limit 1`)
  return found !== undefined
}

/** Where a card can be billed. The country of the account's bills comes first, as the form's default. */
export async function listCardCountries(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: number,
): Promise<Option[]> {
  const { country } = await db.one<{ country: string }>(
    sql`select coalesce(billing_country, country) as country from accounts where id = ${accountId}`,
  )
  return optionsOfCountries(config.salesCountries, country)
}
