export type StoredMail = { id: number; recipient: string; subject: string; state: string; createdAt: string }
export type OpenMail = StoredMail & { plain: string; html: string }

/** A mail with made-up values. The id is its purpose, with a number where a purpose has several. */
export type SampleMail = { id: string; purpose: string; recipient: string; subject: string }
export type OpenSample = SampleMail & { plain: string; html: string }
export type SamplesValues = { view: 'samples'; mails: SampleMail[]; open: OpenSample }

/** `kept`: the stored mails to the requested recipients, newest first. */
export type MailboxValues = { view: 'kept'; mails: StoredMail[]; open: OpenMail | null } | SamplesValues
