import type { Day } from '#contract/calendar/billing-dates.ts'
import { lockAccount, mailOwner } from '#server/accounts/accounts.ts'
import { cardClosedMail } from '#server/billing/cards/card-mails.ts'
import { whichOf } from '#server/billing/cards/cards.ts'
import { replanTries } from '#server/billing/renewals/plan-tries.ts'
import { isLiftedByBank } from '#server/billing/renewals/reasons.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockedTransaction, type TransactionDeps, type Tx } from '#server/platform/transaction.ts'
import type { CardUpdate, DeclineReason } from '#server/ports/payments.ts'

type KnownCard = {
  id: number
  accountId: number
  isBackup: boolean
  brand: string
  lastFour: string
  expiresMonth: number
  expiresYear: number
  refusedBecause: DeclineReason | null
  reportedOn: Day | null
}

/** The row of a report: its number counts from one. */
type ReportRow = { id: number; gateway: string; row: number }

/**
 * Applies what a bank said about a card on file, unless the row is done, the card has been replaced, or the
 * bank has said something later. What we know already changes nothing.
 */
export function applyUpdate(deps: TransactionDeps, from: ReportRow, update: CardUpdate): Promise<void> {
  return lockedTransaction(
    deps,
    (open) => lockCard(open, from, update),
    async (tx, card) => {
      if (!card || (card.reportedOn !== null && card.reportedOn > update.on)) return
      const isNews = card.reportedOn === null || card.reportedOn < update.on
      await tx.run(sql`update cards set bank_report_on = ${update.on} where id = ${card.id}`)
      switch (update.kind) {
        case 'number':
        case 'date':
          return renew(tx, card, update, isNews)
        case 'closed':
          return close(tx, card)
        case 'contact':
          if (isNews) await tell(tx, card, 'card-contact-asked', sayCard(card))
      }
    },
  )
}

/** Counts the row as done, whatever comes of it. */
async function lockCard(
  open: Db,
  { id, gateway, row }: ReportRow,
  { token }: CardUpdate,
): Promise<KnownCard | undefined> {
  const isFirst = await open.run(
    sql`update card_reports set rows_done = ${row} where id = ${id} and rows_done < ${row}`,
  )
  if (isFirst === 0) return undefined
  const card = () =>
    open.maybe<KnownCard>(sql`
      select id, account_id as "accountId", is_backup as "isBackup", brand, last_four as "lastFour",
        expires_month as "expiresMonth", expires_year as "expiresYear", refused_because as "refusedBecause",
        bank_report_on as "reportedOn"
      from cards where gateway_token = ${token} and gateway = ${gateway} and replaced_at is null`)
  const found = await card()
  if (!found) return undefined
  await lockAccount(open, found.accountId)
  return card()
}

type Renewal = Extract<CardUpdate, { kind: 'number' | 'date' }>

async function renew(tx: Tx, card: KnownCard, update: Renewal, isNews: boolean): Promise<void> {
  const { expiresMonth, expiresYear } = card
  const { month, year } = update.expires ?? { month: expiresMonth, year: expiresYear }
  const { brand = card.brand, lastFour } = update.kind === 'number' ? update : card
  const hasNewDate = month !== expiresMonth || year !== expiresYear
  const isChanged = hasNewDate || lastFour !== card.lastFour || brand !== card.brand
  const lifted = card.refusedBecause !== null && isLiftedByBank(card.refusedBecause, update.kind)
  if (!isChanged && !(isNews && lifted)) return
  // The gateway's identifier of the number is that of the former one.
  await tx.run(sql`
    update cards set number_id = case when last_four = ${lastFour} then number_id end, brand = ${brand}, last_four = ${lastFour}, expires_month = ${month}, expires_year = ${year},
      bank_told = ${update.kind}, bank_told_at = ${tx.now},
      refused_because = case when ${lifted} then null else refused_because end,
      refused_at = case when ${lifted} then null else refused_at end
    where id = ${card.id}`)
  // The warnings were about the former date.
  if (hasNewDate) await tx.run(sql`delete from card_notices where card_id = ${card.id}`)
  const expires = `${String(month).padStart(2, '0')}/${year}`
  await (update.kind === 'date'
    ? tell(tx, card, 'card-date-told', `${sayCard(card)}: ${expires}`)
    : tell(tx, card, 'card-number-told', `${sayCard(card)}: now ending in ${lastFour}, expires ${expires}`))
  if (lifted && (await isAskedFirst(tx, card)))
    await replanTries(tx, card.accountId, tx.now, { isUpdated: true })
}

/** A backup is, as long as the first card is refused for good. */
async function isAskedFirst(tx: Tx, { accountId, isBackup }: KnownCard): Promise<boolean> {
  if (!isBackup) return true
  const usable = await tx.maybe(sql`
    select 1 from cards
    where account_id = ${accountId} and replaced_at is null and not is_backup and refused_because is null`)
  return usable === undefined
}

async function close(tx: Tx, card: KnownCard): Promise<void> {
  if (card.refusedBecause === 'closed') return
  const { accountId, isBackup } = card
  await tx.run(sql`
    update cards set refused_because = 'closed', refused_at = ${tx.now}, bank_told = 'closed', bank_told_at = ${tx.now}
    where id = ${card.id}`)
  await tell(tx, card, 'card-closed-told', sayCard(card))
  const charged = await tx.maybe<{
    asks: 'first' | 'backup' | null
    hasBackup: boolean
    isFirstRefused: boolean
    isLeaving: boolean
  }>(sql`
    select s.cancel_on is not null as "isLeaving",
      (select p.next_card from periods p where p.subscription_id = s.id and p.state = 'past_due') as asks,
      exists (select from cards c where c.account_id = s.account_id and c.replaced_at is null and c.is_backup
        and c.refused_because is null) as "hasBackup",
      exists (select from cards c where c.account_id = s.account_id and c.replaced_at is null and not c.is_backup
        and c.refused_because is not null) as "isFirstRefused"
    from subscriptions s where s.account_id = ${accountId} and s.ended_at is null`)
  if (!charged) return
  const { asks, hasBackup, isFirstRefused, isLeaving } = charged
  if (asks === whichOf(card)) await replanTries(tx, accountId, tx.now)
  if (isLeaving && !asks) return
  const otherwise = hasBackup ? 'backup-pays' : asks ? 'open' : 'next-charge'
  await mailOwner(tx, accountId, cardClosedMail, card, isBackup && !isFirstRefused ? 'backup' : otherwise)
}

function sayCard({ brand, lastFour }: KnownCard): string {
  return `${brand} ending in ${lastFour}`
}

type Told = 'card-date-told' | 'card-number-told' | 'card-closed-told' | 'card-contact-asked'

function tell(tx: Tx, { accountId }: KnownCard, action: Told, card: string): Promise<void> {
  return tx.audit({ actor: 'gateway', action, accountId, details: { card } })
}
