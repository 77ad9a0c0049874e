import type { AccountValues } from '#contract/pages.ts'
import { totalOf } from '#contract/plan.ts'
import { linesOfItems, type PlanItem } from '#contract/plan-items.ts'
import { type Status, statuses } from '#contract/statuses.ts'
import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import type { Session } from './identity/sessions.ts'
import { readSettings } from './settings.ts'

/** What every page of the account shows: who, which account, and what it has at the prices at which it was bought. */
export async function showAccount({ db }: Pick<Deps, 'db'>, session: Session): Promise<AccountValues> {
  const person = await findPerson(db, session.agentId)
  const { systemStatus } = await readSettings(db)
  const lines = linesOfItems(await listItems(db, session.accountId))
  return {
    ...person,
    reach: session.reach,
    fullName: `${person.firstName} ${person.lastName}`,
    status: statuses[person.statusId].words,
    lines,
    totalCents: totalOf(lines),
    systemStatus,
  }
}

type Person = {
  firstName: string
  lastName: string
  email: string
  role: 'owner' | 'user'
  company: string
  pin: string
  statusId: Status
}

function findPerson(db: Db, agentId: number): Promise<Person> {
  return db.one<Person>(sql`
    select g.first_name as "firstName", g.last_name as "lastName", g.email, g.role, a.company, a.pin,
      a.status as "statusId"
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
}

/** The items of the newest subscription: of an ended one, what was there. */
function listItems(db: Db, accountId: number): Promise<PlanItem[]> {
  return db.many<PlanItem>(sql`
    select item as key, quantity, unit_price_cents as "unitPrice", given from subscription_items
    where subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    order by unit_price_cents * (quantity - given) desc, item`)
}
