import type { MailSecurity } from '#contract/features/outgoing-mail.ts'
import type { MailMessage } from './mail.ts'

/** A customer's mail server, as configured by the account's owner. */
export type MailServer = {
  host: string
  port: number
  security: MailSecurity
  username: string
  password: string
  fromAddress: string
}

export type DeliveryProblem =
  | 'name-not-found'
  | 'not-public'
  | 'refused'
  | 'timed-out'
  | 'no-tls'
  | 'bad-certificate'
  | 'wrong-login'
  | 'not-accepted'
  | 'broken-off'

export type Delivery = { kind: 'sent' } | { kind: 'failed'; problem: DeliveryProblem; said: string }

export type OutgoingMail = {
  /** Delivers a mail through exactly this server, or returns why that failed. Never throws. */
  deliver(server: MailServer, mail: MailMessage): Promise<Delivery>
}
