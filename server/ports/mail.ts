export type MailMessage = {
  recipient: string
  subject: string
  plain: string
  html: string
  messageId: string
}

/** Delivers a mail. Throws if delivery failed and may be retried. */
export type MailCarrier = {
  /** True if mails are not sent but kept in the outbox, where they stay readable. */
  keeps: boolean
  deliver(mail: MailMessage): Promise<void>
}
