import { outsideTransactions } from '#server/platform/db/outside-transaction.ts'
import type { MailCarrier } from '../ports/mail.ts'

/** The embedded start has no mail server. Mails stay in the outbox and are readable at /dev/mailbox/. */
export function keepInOutbox(): MailCarrier {
  return outsideTransactions({ keeps: true, deliver: async () => ({ isTaken: true }) })
}
