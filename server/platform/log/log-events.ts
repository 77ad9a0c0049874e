import type { FastifyBaseLogger } from 'fastify'

/** All security events with their own log line. The names are stable, because alerts depend on them. */
const securityEvents = {
  'sign-in.done': { level: 'info', says: 'a person signed in' },
  'sign-in.refused': { level: 'warn', says: 'a password was guessed, or mistyped' },
  'password.refused': { level: 'warn', says: 'a signed-in person gave a wrong password' },
  'identity.confirmed': { level: 'info', says: 'a signed-in person confirmed who they are' },
  'second-factor.refused': { level: 'warn', says: 'a code of the second factor was guessed, or mistyped' },
  'second-factor.on': { level: 'info', says: 'a second factor was turned on' },
  'second-factor.off': { level: 'info', says: 'a second factor was turned off' },
  'second-factor.codes-renewed': { level: 'info', says: 'recovery codes were replaced' },
  'second-factor.recovery-code-used': { level: 'warn', says: 'a recovery code was used' },
  'second-factor.recovery-asked': { level: 'warn', says: 'a lost second factor will be removed in a day' },
  'second-factor.recovery-canceled': { level: 'warn', says: 'a lost second factor is kept after all' },
  'passkey.refused': { level: 'warn', says: 'an answer of a passkey was not the one asked for' },
  'passkey.copied': { level: 'warn', says: 'a passkey counts backward: its key may have been copied' },
  'passkey.added': { level: 'info', says: 'a passkey was added' },
  'passkey.removed': { level: 'info', says: 'a passkey was removed' },
  'second-factor.demanded': { level: 'info', says: 'an owner required a second factor of everyone' },
  'second-factor.demand-withdrawn': { level: 'warn', says: 'an owner no longer requires a second factor' },
  'password.changed': { level: 'info', says: 'a password was changed' },
  'password-reset.asked': { level: 'info', says: 'a password reset was asked for' },
  'password-reset.done': { level: 'info', says: 'a password was reset by mail' },
  'email.change-asked': { level: 'info', says: 'a change of email was asked for' },
  'email.changed': { level: 'info', says: 'an email was changed' },
  'account.handed-over': { level: 'info', says: 'an account has a new owner' },
  'person.joined': { level: 'info', says: 'an invited person joined an account' },
  'person.removed': { level: 'info', says: 'a person was removed from an account' },
  'operator.signed-in': { level: 'info', says: 'an operator signed in to the desk' },
  'operator.refused': { level: 'warn', says: 'a password, code or passkey was refused at the desk' },
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

/** How logs identify a person: by ids that mean nothing outside the system. Never by email. */
export type Who = { agentId: number; accountNumber: string }

/** The only fields a security event may have. */
export type EventDetails = Partial<Who> & {
  from?: string
  limit?: string
  partner?: string
  /** The person affected, if not the one who acted. */
  toAgentId?: number
  /** The operator, as named in the audit entry. */
  actor?: string
}

export function logEvent(log: FastifyBaseLogger, event: SecurityEvent, details: EventDetails): void {
  const { level, says } = securityEvents[event]
  log[level]({ event, ...details }, says)
}
