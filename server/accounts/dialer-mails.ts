import type { DialerKey } from '#contract/catalogue/dialers.ts'
import { items } from '#contract/catalogue/plan.ts'
import { pages } from '#contract/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

type Concerned = { accountId: number; email: string; firstName: string; company: string; pin: string }

/** Tells a person that the plan no longer has the dialer that they used. */
export async function postDialerLost(
  tx: Db,
  deps: MailDeps,
  agentId: number,
  { item, instead }: { item: DialerKey; instead: DialerKey | null },
): Promise<void> {
  const person = await tx.one<Concerned>(sql`
    select a.id as "accountId", g.email, g.first_name as "firstName", a.company, a.pin
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
  const former = items[item].label.toLowerCase()
  const account = accountInMail(person)
  const next = instead && items[instead].label.toLowerCase()
  await queueMailTo(tx, deps, 'dialer-lost', person, {
    subject: next ? `You now have a ${next}` : `You no longer have a ${former}`,
    paragraphs: [
      next
        ? `The plan of ${account} has changed. You now have a ${next} instead of the ${former}.`
        : `The plan of ${account} has fewer dialers now, and the ${former} that you had is no longer part of it.`,
      ...(next ? [] : ['You can still sign in. The owner or an admin can let you share another dialer.']),
    ],
    buttons: [{ label: 'See who has which dialer', url: `${deps.config.publicUrl}${pages.people}` }],
    closing: [questions(deps)],
  })
}
