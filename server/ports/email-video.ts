/** What came of showing the email-video partner its code. */
export type EmailVideoOutcome =
  | { kind: 'linked'; grant: Record<string, unknown> }
  /** The partner knows better: unknown, used or too old. Trying again is no use. */
  | { kind: 'refused' }
  /** No answer, or none worth the name. The code may still be good. */
  | { kind: 'away' }

/** The email-video partner. Never throws: what did not work is an outcome. */
export type EmailVideo = { exchange(code: string): Promise<EmailVideoOutcome> }
