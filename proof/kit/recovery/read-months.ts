import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { BankReason, CardName } from './customers.ts'
import type { Told } from './talk.ts'

/** A question to a bank, as its ledger has it. */
export type Asked = {
  card: CardName
  /** As the product named the card then. */
  lastFour: string
  isAutomatic: boolean
  outcome: 'paid' | 'declined' | 'unsent'
  reason: BankReason | null
  isHard: boolean
  sentAt: Date
  /** When the product could know the outcome: later than the bank if the instance that asked, or asked again, was killed. */
  knownAt: Date
}
/** What became of a customer's month: the product's own rows, its mails, and the ledger of the banks. */
export type Month = {
  number: number
  zone: string
  state: string
  failedAt: Date | null
  lastDayAt: Date | null
  endedAt: Date | null
  asked: Asked[]
  /** Mails, and pages that were looked at. */
  told: Omit<Told, 'number'>[]
}

export async function readMonths(db: Database, pages: Told[], killedAt: Date[]): Promise<Month[]> {
  const months = await db.many<Omit<Month, 'asked' | 'told'>>(sql`
    select a.pin::integer - 100000 as number, s.time_zone as zone, p.state, p.failed_at as "failedAt",
      p.last_day_at as "lastDayAt", s.ended_at as "endedAt"
    from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    where p.starts_on > s.anchor_date order by number`)
  const asked = await db.many<Asked & { number: number }>(sql`
    select b.number, b.card, c.last_four as "lastFour", b.is_renewal as "isAutomatic", b.outcome, b.reason,
      b.is_hard as "isHard", b.sent_at as "sentAt",
      case when b.sent_at = any(${killedAt}) or b.known_at = any(${killedAt}) then greatest(b.known_at, c.settled_at)
        else b.known_at end as "knownAt"
    from bank_charges b join charges c on c.key = b.key order by b.id`)
  // An instance was killed between its claim and the bank: the charge is found to be absent, and made again.
  const lost = await db.many<Asked & { number: number }>(sql`
    select a.pin::integer - 100000 as number, case when c.gateway_token like 'backup-%' then 'backup' else 'first' end as card,
      c.last_four as "lastFour", true as "isAutomatic", 'unsent' as outcome, null as reason, false as "isHard",
      c.created_at as "sentAt", c.settled_at as "knownAt"
    from charges c join accounts a on a.id = c.account_id
    where c.outcome = 'absent' and c.asked_by is null
      and not exists (select from bank_charges b where b.key = c.key)`)
  const mails = await db.many<Told>(sql`
    select a.pin::integer - 100000 as number, m.purpose, m.plain, m.created_at as at
    from mails m join accounts a on a.id = m.account_id order by m.id`)
  const [askedOf, toldOf] = [
    byNumber([...asked, ...lost].toSorted(bySending)),
    byNumber([...mails, ...pages]),
  ]
  return months.map((month) => ({
    ...month,
    asked: askedOf.get(month.number) ?? [],
    told: toldOf.get(month.number) ?? [],
  }))
}

const bySending = (one: Asked, other: Asked) => one.sentAt.getTime() - other.sentAt.getTime()

function byNumber<Row extends { number: number }>(rows: Row[]): Map<number, Row[]> {
  const map = new Map<number, Row[]>()
  for (const row of rows) map.set(row.number, [...(map.get(row.number) ?? []), row])
  return map
}
