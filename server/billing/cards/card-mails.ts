import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { mailOwner, type Owner } from '#server/accounts/accounts.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { help } from '#server/platform/mail/questions.ts'
import type { Mail, MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { StoredCard } from './cards.ts'

type NamedCard = Pick<StoredCard, 'brand' | 'lastFour'>
type KnownCard = NamedCard & Pick<StoredCard, 'refusedBecause'>
const nameOf = ({ brand, lastFour }: NamedCard) => `${brand} card ending in ${lastFour}`

/**
 * Alerts the owner, in case someone else changed the card. A card entered through a mailed payment link has
 * also paid something.
 */
export function cardChangedMail(
  owner: Owner,
  { publicUrl, provider }: MailSite,
  card: NamedCard,
  { paidCents = 0, wasBackup = false } = {},
): PersonalMail {
  const what =
    paidCents > 0
      ? `We charged it ${formatAmount(paidCents)}. Your receipt is in a separate email.`
      : 'Nothing was charged.'
  const backup = wasBackup ? ' It was your backup card, so you no longer have a backup card.' : ''
  return {
    purpose: 'card-changed',
    subject: 'Your card was changed',
    paragraphs: [
      `The card on file for ${accountInMail(owner)} is now the ${nameOf(card)}. ${what}${backup}`,
      'If you did not expect this, change the card in your account, or call us.',
    ],
    buttons: [{ label: 'See the card on file', url: `${publicUrl}${pages.billing}` }],
    closing: help({ provider }),
    offersNotMe: true,
  }
}

export function backupCardAddedMail(
  owner: Owner,
  site: MailSite,
  { backup, first }: { backup: NamedCard; first: KnownCard },
): PersonalMail {
  const use = first.refusedBecause
    ? `We cannot charge the ${nameOf(first)}, so we will charge this card instead.`
    : `We will charge it only if your bank declines the ${nameOf(first)}.`
  return backupCardMail(
    site,
    'Your backup card was added',
    `The ${nameOf(backup)} is now the backup card for ${accountInMail(owner)}. Nothing was charged. ${use}`,
  )
}

export function backupCardRemovedMail(owner: Owner, site: MailSite, backup: NamedCard): PersonalMail {
  return backupCardMail(
    site,
    'Your backup card was removed',
    `The ${nameOf(backup)} is no longer the backup card for ${accountInMail(owner)}. We will not charge it again.`,
  )
}

/** There may be no backup: the card on file before. */
export function cardsSwappedMail(
  owner: Owner,
  site: MailSite,
  { first, backup }: { first: NamedCard; backup: KnownCard | undefined },
): PersonalMail {
  const use = backup?.refusedBecause
    ? 'We cannot charge it.'
    : 'We will charge it only if your bank declines the first one.'
  const other = backup ? ` The ${nameOf(backup)} is now the backup card. ${use}` : ''
  return backupCardMail(
    site,
    'Your backup card is now your first card',
    `From now on we charge the ${nameOf(first)} for ${accountInMail(owner)}. Nothing was charged.${other}`,
  )
}

function backupCardMail({ publicUrl, provider }: MailSite, subject: string, says: string): PersonalMail {
  return {
    purpose: 'backup-card',
    subject,
    paragraphs: [says, 'If you did not expect this, change the cards in your account, or call us.'],
    buttons: [{ label: 'See your cards', url: `${publicUrl}${pages.billing}` }],
    closing: help({ provider }),
    offersNotMe: true,
  }
}

/** Days before a card's expiry on which its owner is warned. */
const CARD_NOTICE_DAYS = [30, 15, 7, 3] as const

type Expiring = {
  cardId: number
  accountId: number
  brand: string
  lastFour: string
  isBackup: boolean
  /** It is the first card, or the backup of one that its bank refused for good. */
  pays: boolean
  daysBefore: number
  lastDay: string
}

/** Cards are read in batches, each by a short statement. */
const PART = 500
/** The rest waits for the next round, so that this one ends when the service stops. */
const MOST_WARNINGS = 5_000

/**
 * Warns about expiring cards on file. Each warning is sent once, by the first instance to record it. After
 * days of downtime, only the most urgent one is sent. A failure does not stop other warnings.
 */
export async function warnOfExpiringCards(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  mayGoOn = () => true,
): Promise<number> {
  const now = deps.clock.now()
  let warnings = 0
  const mayWarn = () => mayGoOn() && warnings < MOST_WARNINGS
  await eachInTurn(
    listExpiring(deps.db, now),
    (card) => {
      warnings += 1
      return warn(deps, card, now)
    },
    mayWarn,
  )
  return warnings
}

async function* listExpiring(db: Db, now: Date): AsyncGenerator<Expiring> {
  for (const month of monthsEndingSoon(now)) {
    let part: { id: number }[] = []
    do {
      part = await db.many<{ id: number }>(sql`
        select id from cards
        where replaced_at is null and expires_year = ${month.year} and expires_month = ${month.number}
          and id > ${part.at(-1)?.id ?? 0}
        order by id limit ${PART}`)
      yield* await findExpiring(
        db,
        part.map(({ id }) => id),
        now,
      )
    } while (part.length === PART)
  }
}

/** With a spare day at both ends, because days begin at different moments around the world. */
function monthsEndingSoon(now: Date): { year: number; number: number }[] {
  const until = later(now, (Math.max(...CARD_NOTICE_DAYS) + 1) * DAY)
  const first = later(now, -DAY)
  const months = []
  for (let month = first.getUTCMonth(); ; month += 1) {
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0))
    if (lastDay > until) return months
    months.push({ year: lastDay.getUTCFullYear(), number: lastDay.getUTCMonth() + 1 })
  }
}

function findExpiring(db: Db, cardIds: readonly number[], now: Date): Promise<Expiring[]> {
  return db.many<Expiring>(sql`
    select c.id as "cardId", c.account_id as "accountId", c.brand, c.last_four as "lastFour", c.is_backup as "isBackup",
      not c.is_backup or not exists (select from cards f where f.account_id = c.account_id and f.replaced_at is null
        and not f.is_backup and f.refused_because is null) as pays, due.days as "daysBefore",
      to_char(c.last_day, 'FMMonth FMDD, YYYY') as "lastDay"
    from (
      select k.*, (make_date(k.expires_year, k.expires_month, 1) + interval '1 month' - interval '1 day')::date as last_day
      from cards k where k.id = any(${cardIds}::bigint[])
    ) c
    join accounts a on a.id = c.account_id
    join subscriptions s on s.account_id = c.account_id and s.ended_at is null and s.cancel_on is null
    join lateral (
      select min(days) as days from unnest(${CARD_NOTICE_DAYS as unknown as number[]}::integer[]) days
      where days >= c.last_day - (${now}::timestamptz at time zone a.time_zone)::date
    ) due on due.days is not null
    where c.last_day >= (${now}::timestamptz at time zone a.time_zone)::date
      and c.refused_because is null
      and not exists (select from card_notices n where n.card_id = c.id and n.days_before <= due.days)`)
}

async function warn(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  card: Expiring,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isFirst = await tx.run(sql`
      insert into card_notices (card_id, days_before, sent_at) values (${card.cardId}, ${card.daysBefore}, ${now})
      on conflict do nothing`)
    if (isFirst === 0) return
    await mailOwner(txOf(tx, { jobs, config, now }), card.accountId, cardExpiresMail, card)
  })
}

export function cardExpiresMail(
  owner: Owner,
  { publicUrl, provider }: MailSite,
  card: Pick<Expiring, 'brand' | 'lastFour' | 'isBackup' | 'pays' | 'lastDay'>,
): Mail {
  const account = accountInMail(owner)
  return {
    purpose: 'card-expires',
    subject: `Your ${card.isBackup ? 'backup card' : 'card'} ending in ${card.lastFour} expires soon`,
    paragraphs: card.pays
      ? [
          `The ${nameOf(card)} that pays for ${account} is valid through ${card.lastDay}.`,
          'To avoid an interruption, enter a new card by then.',
        ]
      : [
          `The ${nameOf(card)}, the backup card for ${account}, is valid through ${card.lastDay}.`,
          'After that, we cannot charge it if your bank declines your first card. To keep a backup, enter another card by then.',
        ],
    buttons: [{ label: 'Update the card', url: `${publicUrl}${pages.billing}` }],
    closing: help({ provider }),
  }
}

/** What happens now that a card is closed: `backup` if the first card still pays, `open` if a bill is unpaid. */
export type WithoutCard = 'backup' | 'backup-pays' | 'open' | 'next-charge'

const withoutCard: Record<WithoutCard, string> = {
  backup: 'We will not charge it. To keep a backup card, enter another one.',
  'backup-pays':
    'We will not charge it again. We will charge your backup card instead until you enter another card.',
  open: 'We will not charge it again. To restart your service, pay the open bill with another card.',
  'next-charge':
    'We will not charge it again. To avoid an interruption, enter another card before your next charge.',
}

/** The bank closed the account behind a card. Nothing was refused. */
export function cardClosedMail(
  owner: Owner,
  { publicUrl, provider }: MailSite,
  { brand, lastFour, isBackup = false }: NamedCard & { isBackup?: boolean },
  then: WithoutCard,
): Mail {
  const what = isBackup ? 'backup card' : 'card on file'
  return {
    purpose: 'card-closed',
    subject: `Your card ending in ${lastFour} has been closed`,
    paragraphs: [
      `Your bank told us that the account for the ${brand} card ending in ${lastFour} is closed. It is the ${what} for ${accountInMail(owner)}.`,
      withoutCard[then],
    ],
    buttons: [{ label: 'Enter another card', url: `${publicUrl}${pages.billing}` }],
    closing: help({ provider }),
  }
}
