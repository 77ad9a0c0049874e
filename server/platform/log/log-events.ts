import type { FastifyBaseLogger } from 'fastify'

/** Everything about safety that has a line of its own in the log. The names are stable: alarms are built on them. */
const securityEvents = {
  'sign-in.done': { level: 'info', says: 'a person signed in' },
  'sign-in.refused': { level: 'warn', says: 'a password was guessed, or mistyped' },
  'password.refused': { level: 'warn', says: 'a signed-in person gave a wrong password' },
  'password.changed': { level: 'info', says: 'a password was changed' },
  'password-reset.asked': { level: 'info', says: 'a password reset was asked for' },
  'password-reset.done': { level: 'info', says: 'a password was reset by mail' },
  'email.change-asked': { level: 'info', says: 'a change of email was asked for' },
  'email.changed': { level: 'info', says: 'an email was changed' },
  'account.handed-over': { level: 'info', says: 'an account has a new owner' },
  'person.joined': { level: 'info', says: 'an invited person joined an account' },
  'person.removed': { level: 'info', says: 'a person was removed from an account' },
  'limit.reached': { level: 'warn', says: 'somebody was told to wait' },
  'origin.refused': { level: 'warn', says: 'a page of another origin posted here' },
  'partner.connected': { level: 'info', says: 'a partner was let in' },
  'partner.unproven': { level: 'warn', says: 'a partner could not prove itself' },
  'partner.token-replayed': { level: 'warn', says: 'an old code or token ended a connection' },
  'partner.added': { level: 'info', says: 'the operator registered a partner' },
  'partner.secret-rotated': { level: 'info', says: 'the operator gave a partner a new secret' },
  'partner.changed': { level: 'info', says: 'the operator changed a partner' },
} as const satisfies Record<string, { level: 'info' | 'warn'; says: string }>

export type SecurityEvent = keyof typeof securityEvents

export const securityEventNames = Object.keys(securityEvents) as SecurityEvent[]

/** Who acts, as a log may name them: by numbers that mean something only to us. Never by an email. */
export type Who = { agentId: number; accountNumber: string }

/** The only fields that such a line may have. */
export type EventDetails = Partial<Who> & {
  /** A shortened IP address. */
  from?: string
  limit?: string
  partner?: string
  /** Whom it was done to, where that is somebody else. */
  toAgentId?: number
  /** The operator, as the audit names them. */
  actor?: string
}

export function logEvent(log: FastifyBaseLogger, event: SecurityEvent, details: EventDetails): void {
  const { level, says } = securityEvents[event]
  log[level]({ event, ...details }, says)
}
