export type KeptMail = { id: number; recipient: string; subject: string; state: string; createdAt: string }
export type OpenMail = KeptMail & { plain: string; html: string }

/** `mails`: those to the requested recipients, newest first. */
export type MailboxValues = { mails: KeptMail[]; open: OpenMail | null }
