import type { Owner } from '#server/accounts/owner.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { companyInMail, greetingTo, nameInMail } from '#server/platform/mail/names.ts'
import type { MailPurpose, OwnPurpose } from '#server/platform/mail/purposes.ts'
import { type MailDeps, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { MailText } from '#server/platform/mail/render-mail.ts'

export type BillingMailText = Omit<MailText, 'greeting'> & {
  /** Actions that work without signing in, because the billing contact cannot. */
  contactButtons?: MailText['buttons']
}

/** Mails the owner, with a copy to the billing contact if there is one. */
export async function postBillingMail(
  tx: Db,
  deps: MailDeps,
  purpose: OwnPurpose,
  owner: Owner,
  text: BillingMailText,
): Promise<void> {
  const { accountId } = owner
  for (const mail of await billingMailsOf(tx, deps, purpose, owner, text))
    await queueMail(tx, deps, { purpose: mail.purpose, recipient: mail.recipient, accountId }, mail.text)
}

type BillingMail = { purpose: MailPurpose; recipient: string; text: MailText }

/** Who gets which mail. */
export async function billingMailsOf(
  tx: Db,
  { config }: Pick<MailDeps, 'config'>,
  purpose: OwnPurpose,
  owner: Owner,
  { contactButtons = [], ...text }: BillingMailText,
): Promise<BillingMail[]> {
  const { email, fullName, firstName, accountId } = owner
  const own: BillingMail = {
    purpose,
    recipient: email,
    text: { greeting: greetingTo(firstName), ...text },
  }
  const { contact } = await tx.one<{ contact: string }>(
    sql`select billing_contact as contact from accounts where id = ${accountId}`,
  )
  if (contact === '' || contact.toLowerCase() === email.toLowerCase()) return [own]
  const company = companyInMail(owner)
  const copy: BillingMail = {
    purpose: `${purpose}-copy`,
    recipient: contact,
    text: {
      subject: text.subject,
      greeting: 'Hello,',
      paragraphs: [
        `This is a copy of the email we sent to ${nameInMail(fullName, 'the owner')} of ${company}:`,
        ...text.paragraphs,
      ],
      buttons: contactButtons,
      closing: [
        `You get this copy as the billing contact for ${company}. If you do not want it, ask ${nameInMail(fullName, 'the owner of the account')} to remove you, or call ${config.provider.tollFreeNumber}.`,
      ],
    },
  }
  return [own, copy]
}
