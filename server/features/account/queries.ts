import type { ItemKey } from '#contract/plan.ts'
import type { Status } from '#contract/statuses.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export type Person = {
  firstName: string
  lastName: string
  email: string
  role: 'owner' | 'user'
  company: string
  pin: string
  statusId: Status
}

export function findPerson(db: Db, agentId: number): Promise<Person> {
  return db.one<Person>(sql`
    select g.first_name as "firstName", g.last_name as "lastName", g.email, g.role, a.company, a.pin,
      a.status as "statusId"
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
}

/** The items of the newest subscription: of an ended one, what was there. */
export function listItems(
  db: Db,
  accountId: number,
): Promise<{ key: ItemKey; quantity: number; unitPrice: number }[]> {
  return db.many(sql`
    select item as key, quantity, unit_price_cents as "unitPrice" from subscription_items
    where subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    order by unit_price_cents * quantity desc, item`)
}
