import { FORMER_EMAIL_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '../ports/clock.ts'

export const FORMER_EMAILS_KEPT_MS = FORMER_EMAIL_DAYS * DAY

/** Why a mail goes to an email that was given up. */
export const whyFormer = `You get this email because this was the email of the account within the last ${FORMER_EMAIL_DAYS} days.`

/** Keeps the email that a person is about to give up. */
export async function keepFormerEmail(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into former_emails (agent_id, email, changed_at)
    select id, email, ${now}::timestamptz from agents where id = ${agentId}`)
}

/** After a change was taken back: the emails since then may belong to whoever made it. */
export async function forgetFormerEmails(tx: Db, agentId: number): Promise<void> {
  await tx.run(sql`delete from former_emails where agent_id = ${agentId}`)
}

/** The emails that a person gave up within the last days, other than the present one. */
export async function listFormerEmails(db: Db, agentId: number, now: Date): Promise<string[]> {
  const rows = await db.many<{ email: string }>(sql`
    select f.email from former_emails f join agents g on g.id = f.agent_id
    where f.agent_id = ${agentId} and f.changed_at > ${later(now, -FORMER_EMAILS_KEPT_MS)}
      and lower(f.email) <> g.email_key
    group by f.email order by min(f.id)`)
  return rows.map(({ email }) => email)
}
