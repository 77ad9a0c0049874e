import type { Owner } from '#server/accounts/owner.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { OwnPurpose } from '#server/platform/mail/purposes.ts'
import { type MailDeps, queueMail, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { MailText } from '#server/platform/mail/render-mail.ts'

type BillingMailText = Omit<MailText, 'greeting'> & {
  /** Actions that work without signing in, because the billing contact cannot. */
  contactButtons?: MailText['buttons']
}

/** Mails the owner, with a copy to the billing contact if there is one. */
export async function postBillingMail(
  tx: Db,
  deps: MailDeps,
  purpose: OwnPurpose,
  owner: Owner,
  { contactButtons = [], ...text }: BillingMailText,
): Promise<void> {
  await queueMailTo(tx, deps, purpose, owner, text)
  const { contact } = await tx.one<{ contact: string }>(
    sql`select billing_contact as contact from accounts where id = ${owner.accountId}`,
  )
  if (contact === '' || contact.toLowerCase() === owner.email.toLowerCase()) return
  const { fullName, company, accountId } = owner
  await queueMail(
    tx,
    deps,
    { purpose: `${purpose}-copy`, recipient: contact, accountId },
    {
      subject: text.subject,
      greeting: 'Hello,',
      paragraphs: [`This is a copy of the email we sent to ${fullName} of ${company}:`, ...text.paragraphs],
      buttons: contactButtons,
      closing: [
        `You get this copy as the billing contact for ${company}. If you do not want it, ask ${fullName} to remove you, or call ${deps.config.provider.tollFreeNumber}.`,
      ],
    },
  )
}
