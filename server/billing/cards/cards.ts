import { permissions } from '#contract/accounts/roles.ts'
import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import type { Option } from '#contract/wire/option.ts'
import { lockAccount } from '#server/accounts/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, BY_PAY_LINK, nameOf, type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
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

/** Who entered a card, and when they began. */
export type Entered = { by: Actor; at: Date }

/** The first card is charged. The backup is charged only after the first one is refused. */
export type WhichCard = 'first' | 'backup'
export type CardOnFile = StoredCard & {
  id: number
  isBackup: boolean
  /** Why it is never charged automatically again. Null: it is. */
  refusedBecause: DeclineReason | null
}

/**
 * Replaces the first card. If it is the same card, nothing changes. If it was the backup, there is no backup
 * any more. Returns false and stores nothing if the person who entered it no longer may.
 */
export async function putCardOnFile(
  tx: Db,
  accountId: number,
  card: StoredCard,
  now: Date,
  entered?: Entered,
): Promise<false | { wasBackup: boolean }> {
  if (!(await lockCards(tx, accountId, entered))) return false
  const { first, backup } = await findCards(tx, accountId)
  if (first?.token === card.token) return { wasBackup: false }
  const wasBackup = backup !== undefined && mayBeSameNumber(backup, card)
  await replaceCards(tx, wasBackup ? [first, backup] : [first], now)
  await storeCard(tx, accountId, { ...card, isBackup: false }, now, entered)
  return { wasBackup }
}

/**
 * Locks the account's row: otherwise the later of two concurrent changes would not see the earlier one's card,
 * and would leave none on file. A bank takes time: false if the person who entered a card may no longer
 * manage the billing, or was owner through a hand-over that has been undone, or newly invited meanwhile: the
 * cards that dropCardEnteredBy removes.
 */
export async function lockCards(tx: Db, accountId: number, entered?: Entered): Promise<boolean> {
  await lockAccount(tx, accountId)
  const by = entered ? nameOf(entered.by) : ''
  const mayNot = await tx.maybe(sql`
    with recursive undone as (
      select next_id, former_id, at, strangers_since from owner_changes
      where account_id = ${accountId} and ${entered?.at ?? null}::timestamptz between at and undone_at
    ), actors (id, since) as (
      select next_id, at from undone
      union
      select former_id, strangers_since from undone where strangers_since is not null
      union
      select g.id, a.since from agents g join actors a on g.invited_by = a.id
      where g.account_id = ${accountId} and g.invited_at >= a.since
    )
    select 1 from agents
    where account_id = ${accountId} and 'agent:' || id = ${by}
      and (removed_at is not null or role <> all(${permissions.billing}))
    union all
    select 1 from actors where ${by} = any(array[${BY_PAY_LINK}, 'agent:' || id])`)
  return mayNot === undefined
}

/** What a card is recognized by. */
export type CardFace = Pick<StoredCard, 'brand' | 'lastFour' | 'expiresMonth' | 'expiresYear' | 'numberId'>

/** By the gateway's identifier of the number; where it has none, by what a person sees. */
export function isSameNumber(one: CardFace, other: CardFace): boolean {
  if (one.numberId && other.numberId) return one.numberId === other.numberId
  return isSameOnItsFace(one, other)
}

/** A card is not the backup of itself. Banks issue a card again with another date, so the date does not count. */
export function mayBeSameNumber(one: CardFace, other: CardFace): boolean {
  if (one.numberId && other.numberId) return one.numberId === other.numberId
  return one.brand === other.brand && one.lastFour === other.lastFour
}

export function isSameOnItsFace(one: CardFace, other: CardFace): boolean {
  return (['brand', 'lastFour', 'expiresMonth', 'expiresYear'] as const).every(
    (fact) => one[fact] === other[fact],
  )
}

export async function replaceCards(
  tx: Db,
  cards: readonly (CardOnFile | undefined)[],
  now: Date,
): Promise<void> {
  const ids = cards.flatMap((card) => (card ? [card.id] : []))
  await tx.run(sql`update cards set replaced_at = ${now} where id = any(${ids}::bigint[])`)
}

export async function storeCard(
  tx: Db,
  accountId: number,
  card: StoredCard & Pick<CardOnFile, 'isBackup'>,
  now: Date,
  entered?: Entered,
): Promise<void> {
  await tx.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, number_id,
      is_backup, entered_by, created_at)
    values (${accountId}, ${card.gateway}, ${card.token}, ${card.brand}, ${card.lastFour}, ${card.holder},
      ${card.expiresMonth}, ${card.expiresYear}, ${card.numberId ?? null}, ${card.isBackup},
      ${entered ? nameOf(entered.by) : ''}, ${now})`)
}

/**
 * Exchanges the first card and the backup. Both are stored again, with what their banks said of them, so that
 * it is known whose exchange it was.
 */
export async function exchangeCards(
  tx: Db,
  { first, backup }: Partial<Record<WhichCard, CardOnFile | undefined>>,
  now: Date,
  { by }: Entered,
): Promise<void> {
  await replaceCards(tx, [first, backup], now)
  const ids = [first, backup].flatMap((card) => (card ? [card.id] : []))
  await tx.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, number_id,
      refused_because, refused_at, bank_report_on, bank_told, bank_told_at, is_backup, entered_by, created_at)
    select account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, number_id,
      refused_because, refused_at, bank_report_on, bank_told, bank_told_at, not is_backup, ${nameOf(by)}, ${now}::timestamptz
    from cards where id = any(${ids}::bigint[])`)
  // Its owner has been warned about the card, wherever it stands.
  await tx.run(sql`
    insert into card_notices (card_id, days_before, sent_at)
    select c.id, n.days_before, n.sent_at
    from cards c join cards f on f.account_id = c.account_id and f.gateway_token = c.gateway_token
    cross join lateral (select days_before, sent_at from card_notices where card_id = f.id) n
    where c.account_id = (select account_id from cards where id = ${ids[0] ?? 0}) and c.replaced_at is null
      and f.id = any(${ids}::bigint[])`)
}

/**
 * Removes the cards that these people have entered since then, even by a pay link, and undoes their exchanges of
 * first card and backup. The previous cards are on file again, with what their banks have said in the meantime.
 */
export async function dropCardEnteredBy(
  tx: Db,
  { accountId, agentIds, since }: { accountId: number; agentIds: readonly number[]; since: Date },
  now: Date,
): Promise<boolean> {
  const by = [...agentIds.map((agentId) => nameOf({ agentId })), BY_PAY_LINK]
  await lockAccount(tx, accountId)
  // An exchange stores both cards again, so what counts is who entered a card first.
  const typed = await tx.many<{ token: string }>(sql`
    select gateway_token as token from cards where account_id = ${accountId}
    group by gateway_token
    having min(created_at) >= ${since} and (array_agg(entered_by order by id))[1] = any(${by})`)
  const tokens = typed.map(({ token }) => token)
  let changes = await tx.run(sql`
    update cards set replaced_at = ${now}
    where account_id = ${accountId} and replaced_at is null
      and (gateway_token = any(${tokens}) or (entered_by = any(${by}) and created_at >= ${since}))`)
  for (const isBackup of [false, true])
    changes += await tx.run(sql`
      update cards c set replaced_at = null, brand = told.brand, last_four = told.last_four, number_id = told.number_id,
        expires_month = told.expires_month, expires_year = told.expires_year, refused_because = told.refused_because,
        refused_at = told.refused_at, bank_report_on = told.bank_report_on, bank_told = told.bank_told,
        bank_told_at = told.bank_told_at
      from cards told
      where told.id = (select max(l.id) from cards l where l.account_id = c.account_id and l.gateway_token = c.gateway_token)
        and c.id = (
        select k.id from cards k
        where k.account_id = ${accountId} and k.is_backup = ${isBackup} and k.gateway_token <> all(${tokens})
          and not (k.entered_by = any(${by}) and k.created_at >= ${since})
          and not exists (
            select from cards o where o.account_id = k.account_id and o.replaced_at is null
              and (o.is_backup = k.is_backup or o.gateway_token = k.gateway_token))
          -- A backup that somebody else has removed stays removed.
          and (not k.is_backup or k.replaced_at >= ${since} and not exists (
            select from audit a where a.account_id = k.account_id and a.action = 'backup-card-removed'
              and a.at >= ${since} and a.actor <> all(${by})))
        order by k.id desc limit 1)`)
  return changes > 0
}

/** Audits who changed the cards on file, with the last four digits only. */
export async function noteCardChanged(
  tx: Db,
  { actor, origin }: { actor: Actor; origin: Origin },
  accountId: number,
  { brand, lastFour }: Pick<StoredCard, 'brand' | 'lastFour'>,
  now: Date,
  action: 'card-changed' | 'backup-card-added' | 'backup-card-removed' | 'cards-swapped' = 'card-changed',
): Promise<void> {
  const details = { card: `${brand} ending in ${lastFour}` }
  await recordAudit(tx, { actor, action, accountId, origin, details }, now)
}

/** The first card of an account, which is the card on file. */
export async function findCard(
  db: Db,
  accountId: number,
  which: WhichCard = 'first',
): Promise<CardOnFile | undefined> {
  return (await findCards(db, accountId))[which]
}

export async function findCards(
  db: Db,
  accountId: number,
): Promise<Record<WhichCard, CardOnFile | undefined>> {
  const cards = await db.many<CardOnFile>(sql`
    select id, is_backup as "isBackup", gateway, gateway_token as token, brand, last_four as "lastFour",
      expires_month as "expiresMonth", expires_year as "expiresYear", holder, number_id as "numberId",
      refused_because as "refusedBecause"
    from cards where account_id = ${accountId} and replaced_at is null`)
  return { first: cards.find((card) => !card.isBackup), backup: cards.find((card) => card.isBackup) }
}

export function whichOf({ isBackup }: Pick<CardOnFile, 'isBackup'>): WhichCard {
  return isBackup ? 'backup' : 'first'
}

/** The card on file that is what a page showed: an exchange gives it another id. Undefined: it is not on file any more. */
export async function findShownCard(
  db: Db,
  accountId: number,
  cardId: number,
): Promise<CardOnFile | undefined> {
  const shown = await db.maybe<{ token: string }>(
    sql`select gateway_token as token from cards where id = ${cardId} and account_id = ${accountId}`,
  )
  if (!shown) throw refuse('not-found')
  const { first, backup } = await findCards(db, accountId)
  return [first, backup].find((card) => card?.token === shown.token)
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
