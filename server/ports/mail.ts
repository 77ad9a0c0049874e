export type Letter = { recipient: string; subject: string; plain: string; html: string; messageId: string }

/** Hands a letter on. Throws when that failed and may be tried again. */
export type MailCarrier = {
  /** Whether it leaves the house; a letter that is only kept stays readable. */
  keeps: boolean
  deliver(letter: Letter): Promise<void>
}
