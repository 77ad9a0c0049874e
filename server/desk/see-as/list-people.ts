import type { Role } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import * as messages from '#contract/desk/see-as/messages.ts'
import type { SeeAsValues } from '#contract/desk/see-as/values.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type ViewedAccount = SeeAsValues['account'] & { id: number; status: Status; isFraud: boolean }

export function findAccount(db: Db, number: string): Promise<ViewedAccount | undefined> {
  return db.maybe<ViewedAccount>(sql`
    select id, pin as number, company, status, fraud_marked_at is not null as "isFraud"
    from accounts where pin = ${number}`)
}

type Row = {
  id: number
  name: string
  email: string
  role: Role
  hasJoined: boolean
  isFactorDue: boolean
}

/** The people of the account, the owner first, and why somebody has no pages to see. */
export async function listPeople(db: Db, account: ViewedAccount, now: Date): Promise<SeeAsValues['people']> {
  const rows = await db.many<Row>(sql`
    select a.id, trim(a.first_name || ' ' || a.last_name) as name, a.email, a.role, a.joined_at is not null as "hasJoined",
      exists (select from factor_deadlines l where l.agent_id = a.id and l.due_at <= ${now}) as "isFactorDue"
    from agents a where a.account_id = ${account.id} and a.removed_at is null
    order by a.role <> 'owner', a.id`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    obstacle: obstacleOf(row, account),
  }))
}

function obstacleOf(
  { role, hasJoined, isFactorDue }: Row,
  { status, isFraud }: ViewedAccount,
): string | null {
  if (!hasJoined) return messages.hasNotJoined
  if (!sessionScopeOf({ status, role, isFraud })) return messages.cannotSignIn
  return isFactorDue ? messages.mustSetUpFactor : null
}
