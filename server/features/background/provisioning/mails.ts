import { pages } from '#contract/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { nameInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postReady(tx: Db, deps: MailDeps, accountId: number): Promise<void> {
  const owner = await tx.one<{ email: string; firstName: string; company: string; pin: string }>(sql`
    select g.email, g.first_name as "firstName", a.company, a.pin
    from accounts a join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
    where a.id = ${accountId}`)
  const { publicUrl, provider } = deps.config
  await queueMailTo(
    tx,
    deps,
    'ready',
    { accountId, email: owner.email, firstName: owner.firstName },
    {
      subject: 'Your account is ready',
      paragraphs: [
        `${nameInMail(owner.company, 'Your account')} is set up. Your account number is ${owner.pin}. Have it ready when you call us.`,
        `Sign in with this email and the password you chose when you signed up.`,
      ],
      buttons: [{ label: 'Login', url: `${publicUrl}${pages['sign-in']}` }],
      closing: [`Welcome to ${provider.brandName}. ${questions(deps)}`],
    },
  )
}
