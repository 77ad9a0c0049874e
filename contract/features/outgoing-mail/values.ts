import type { OutgoingMailCheck } from './calls.ts'
import type { MailSecurity } from './fields.ts'

/** The mail server of an account as far as it is shown: of its password only that there is one. */
export type MailSettings = {
  host: string
  port: number
  security: MailSecurity
  username: string
  fromAddress: string
  hasPassword: boolean
}

export type OutgoingMailValues = {
  server: Pick<MailSettings, 'host' | 'port' | 'fromAddress'> | null
  /** Also the login there: only for the owner, null for everyone else. */
  settings: MailSettings | null
  check: OutgoingMailCheck
}
