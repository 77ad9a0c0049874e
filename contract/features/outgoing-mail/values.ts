import type { OutgoingMailCheck } from './calls.ts'
import type { MailSecurity } from './fields.ts'

/** The mail settings as shown to people. The password itself is never included, only whether one is set. */
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
  /** Includes the SMTP login, so null for those who may not change it. */
  settings: MailSettings | null
  check: OutgoingMailCheck
}
