import type { Owner } from '#server/accounts/owner.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Words } from '#server/platform/mail/render-mail.ts'
import { type MailDeps, post, postTo } from '#server/platform/mail/queue-mail.ts'

type BillingMailText = Omit<Words, 'greeting'> & {
  /** What works without signing in: the contact cannot. */
  contactButtons?: Words['buttons']
}

/** To the owner, and a copy to the billing contact where there is one. */
export async function postBillingMail(
  tx: Db,
  deps: MailDeps,
  purpose: string,
  owner: Owner,
  { contactButtons = [], ...words }: BillingMailText,
): Promise<void> {
  await postTo(tx, deps, purpose, owner, words)
  const { contact } = await tx.one<{ contact: string }>(
    sql`select billing_contact as contact from accounts where id = ${owner.accountId}`,
  )
  if (contact === '' || contact.toLowerCase() === owner.email.toLowerCase()) return
  const { fullName, company, accountId } = owner
  await post(
    tx,
    deps,
    { purpose: `${purpose}-copy`, recipient: contact, accountId },
    {
      subject: words.subject,
      greeting: 'Hello,',
      paragraphs: [`This is a copy of what we wrote to ${fullName} of ${company}:`, ...words.paragraphs],
      buttons: contactButtons,
      closing: [
        `You get this copy as the billing contact of ${company}. If you do not want it, ask ${fullName} to take you off, or call ${deps.config.provider.tollFreeNumber}.`,
      ],
    },
  )
}
