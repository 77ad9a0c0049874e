import type { MailCarrier } from '../ports/mail.ts'

/** The embedded start has no mail server: letters stay in the outbox and are read at /dev/mailbox/. */
export function keepMails(): MailCarrier {
  return { keeps: true, deliver: async () => {} }
}
