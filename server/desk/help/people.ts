import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { HelpPerson } from '#contract/desk/help/values.ts'
import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'

export type PersonRow = {
  id: number
  email: string
  name: string
  role: Role
  hasJoined: boolean
  /** Until when the link of their invitation works. */
  invitationEndsAt: Date | null
  isBounced: boolean
  hasFactor: boolean
  sessions: number
  failures: number
}

/** The owner first. The failures are those of the last day, the sessions those that are open. */
export function listPeople(db: Db, accountId: number, now: Date): Promise<PersonRow[]> {
  return db.many<PersonRow>(sql`
    select g.id, g.email, coalesce(nullif(trim(g.first_name || ' ' || g.last_name), ''), g.email) as name, g.role,
      g.joined_at is not null as "hasJoined", g.mail_bounced_at is not null as "isBounced",
      (select max(l.expires_at) from links l
       where l.agent_id = g.id and l.purpose = 'invitation' and l.spent_at is null) as "invitationEndsAt",
      exists (select from agents_with_factor w where w.agent_id = g.id) as "hasFactor",
      (select count(*)::int from sessions s where s.agent_id = g.id and s.ended_at is null and s.expires_at > ${now}
         and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)}) as sessions,
      (select coalesce(sum(f.tries), 0)::int from failed_sign_ins f
       where f.agent_id = g.id and f.last_at > ${later(now, -DAY)}) as failures
    from agents g where g.account_id = ${accountId} and g.removed_at is null
    order by g.role = 'owner' desc, g.joined_at nulls last, g.id`)
}

export function shownPerson(
  { id, name, email, role, hasJoined }: PersonRow,
  why: string | null = null,
): HelpPerson {
  return { id, name, email, role: roles[role].label, hasJoined, why }
}
