import type { AccountValues, PersonValues, PricedPlan } from '#contract/pages.ts'
import { totalOf } from '#contract/plan.ts'
import { linesOfItems, type PlanItem } from '#contract/plan-items.ts'
import { type Status, statuses } from '#contract/statuses.ts'
import { sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import type { Session } from './identity/sessions.ts'
import { readSettings } from './settings.ts'

/** What the frame of every page of the account shows. What one page shows beyond it, it asks for by itself. */
export async function showAccount({ db }: Pick<Deps, 'db'>, session: Session): Promise<AccountValues> {
  const account = await db.one<{ company: string; pin: string; statusId: Status }>(sql`
    select company, pin, status as "statusId" from accounts where id = ${session.accountId}`)
  const { systemStatus } = await readSettings(db)
  const { role, reach } = session
  return { ...account, status: statuses[account.statusId].words, role, reach, systemStatus }
}

export async function showPerson({ db }: Pick<Deps, 'db'>, { agentId }: Session): Promise<PersonValues> {
  return db.one<PersonValues>(sql`
    select first_name as "firstName", first_name || ' ' || last_name as "fullName", email
    from agents where id = ${agentId}`)
}

/** The items of the newest subscription: of an ended one, what was there. */
export async function showPlan({ db }: Pick<Deps, 'db'>, { accountId }: Session): Promise<PricedPlan> {
  const bought = await db.many<PlanItem>(sql`
    select item as key, quantity, unit_price_cents as "unitPrice", given from subscription_items
    where subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    order by unit_price_cents * (quantity - given) desc, item`)
  const lines = linesOfItems(bought)
  return { lines, totalCents: totalOf(lines) }
}
