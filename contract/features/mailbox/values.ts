export type KeptMail = { id: number; recipient: string; subject: string; state: string; createdAt: string }

export type MailboxValues = { mails: KeptMail[]; open: (KeptMail & { plain: string; html: string }) | null }
