import type { MailSecurity } from '#contract/features/outgoing-mail/fields.ts'
import type { Letter } from './mail.ts'

/** Somebody else's mail server, as its owner has described it. */
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
  /** Hands a letter to exactly this server, or says why that was not possible. Never throws. */
  deliver(server: MailServer, letter: Letter): Promise<Delivery>
}
