import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What can be found. The order is the one in which results are shown. */
export const hitKinds = [
  'account',
  'person',
  'sign-up',
  'bill',
  'credit-note',
  'charge',
  'refund',
  'dispute',
  'cancellation',
  'card',
  'mail',
] as const
export type HitKind = (typeof hitKinds)[number]

export type Hit = {
  kind: HitKind
  /** What the text was compared with: "Email". */
  what: string
  /** What is stored there. */
  text: string
  /** A sign-up has no account yet; a mail may belong to none. */
  accountId: number | null
  /** What was typed names this one: the whole number, email or reference. */
  isExact: boolean
  /** Its own id, where that is no account number: of a dispute, an order, a mail. */
  reference: string
  state: string | null
  amountCents: number | null
  at: Date | null
}

export type FoundAccount = {
  id: number
  pin: string
  company: string
  status: Status
  owner: string
  email: string
  isFraud: boolean
  createdAt: Date
}

export function accountsOf(db: Db, ids: readonly number[]): Promise<FoundAccount[]> {
  return db.many<FoundAccount>(sql`
    select a.id, a.pin, a.company, a.status, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner,
      coalesce(o.email, '') as email, a.fraud_marked_at is not null as "isFraud", a.created_at as "createdAt"
    from accounts a left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    where a.id = any(${ids}::bigint[]) order by a.id`)
}

export type FoundPerson = { id: number; name: string; email: string }

export function peopleOf(db: Db, ids: readonly number[]): Promise<FoundPerson[]> {
  return db.many<FoundPerson>(sql`
    select id, trim(first_name || ' ' || last_name) as name, email from agents where id = any(${ids}::bigint[])`)
}
