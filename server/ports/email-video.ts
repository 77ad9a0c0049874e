/** The outcome of exchanging a code with the email-video partner. */
export type EmailVideoOutcome =
  | { kind: 'linked'; grant: Record<string, unknown> }
  /** The partner rejected the code as unknown, used or expired. Retrying does not help. */
  | { kind: 'refused' }
  /** No response, or an invalid one. The code may still be valid. */
  | { kind: 'away' }

/** The email-video partner. Never throws: failures are outcomes. */
export type EmailVideo = { exchange(code: string): Promise<EmailVideoOutcome> }
