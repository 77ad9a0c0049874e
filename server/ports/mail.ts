export type MailMessage = {
  recipient: string
  subject: string
  plain: string
  html: string
  messageId: string
  /** Where bounces of this mail go; without it, to the sender of all mails. */
  returnPath?: string | undefined
}

/** `refused`: the mail server's message when it refused the recipient for good. */
export type Delivery = { isTaken: true } | { isTaken: false; refused: string }

/** Delivers a mail. Throws if delivery failed for a reason other than the recipient. */
export type MailCarrier = {
  /** True if mails are not sent but kept in the outbox, where they stay readable. */
  keeps: boolean
  deliver(mail: MailMessage): Promise<Delivery>
}
