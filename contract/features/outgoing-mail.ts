import * as z from 'zod/mini'
import { accountCall } from '#contract/wire/call.ts'
import { form, json, read } from '#contract/wire/endpoint.ts'
import { type Field, field, secret } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { isNumeric } from '#contract/wire/rules.ts'
import { formChecks, optionalText, text } from '#contract/wire/schema.ts'

/** Messages about an account's own mail server. */

export const notAHost = 'Enter a server name, like smtp.example.com'
export const notAPort = 'Enter a port from 1 to 65535'
export const loginNeedsTls =
  'Choose STARTTLS or TLS. Without encryption, anyone on the network could read your password.'
export const passwordAgain = 'Enter the password again. We keep it for one server and user name only.'
export const smtpSending = (host: string) => `We are sending a verification email through ${host}.`
export const smtpSent = (recipient: string) =>
  `We sent a verification email to ${recipient}. Open the link in it to finish.`
export const smtpVerified = (host: string) => `Your email is sent through ${host}.`
export const smtpNone = 'No mail server is set up. Your email is sent through ours.'
export const smtpNameNotFound = (host: string) =>
  `We could not find a server named ${host}. Please check the spelling.`
export const smtpNotPublic = (host: string) =>
  `${host} is not on the public internet. Enter a server name that can be reached from anywhere.`
export const smtpRefused = (host: string, port: number) =>
  `${host} refused the connection on port ${port}. Please check the port and the security setting.`
export const smtpTimedOut = (host: string, port: number) =>
  `${host} did not answer on port ${port}. Please check the server name and the port. A firewall may be blocking the connection.`
export const smtpNoTls = (host: string, port: number) =>
  `${host} does not support the security setting you chose on port ${port}. Please try another setting or another port.`
export const smtpBadCertificate = (host: string) =>
  `We could not verify that this is really ${host}: its certificate is for another name, has expired, or comes from an unknown issuer. Please use the server name that your mail provider gives.`
export const smtpWrongLogin = (host: string) =>
  `${host} did not accept the user name and password. Some providers require an app password.`
export const smtpNotAccepted = (host: string, said: string) =>
  `${host} did not accept the email. It said: ${said}`
export const smtpBrokenOff = (host: string) =>
  `${host} closed the connection. Please check the server, port and security.`
export const smtpGaveUp = 'We could not send the verification email. Please try again.'
export const smtpLinkInvalid =
  'This link no longer works. It is more than a day old, or the settings have changed since. Send a new verification email from Outgoing mail in your account.'
export const noOutgoingMail = 'There is no mail server to verify. Save one first.'

const securities = {
  starttls: 'STARTTLS (587)',
  tls: 'TLS (465)',
  none: 'None (25)',
} as const
export type MailSecurity = keyof typeof securities

const securityOptions: Option[] = Object.entries(securities).map(([value, displayValue]) => ({
  value,
  displayValue,
}))

/** Connection settings of the account's own mail server. */
export const smtpHost = field('Server', { required: true, maxLength: 253 })
export const smtpPort = field('Port', { required: true, isNumeric: true, maxLength: 5 })
export const smtpSecurity: Field = { ...field('Security', { required: true }), options: securityOptions }
export const smtpUsername = field('User name', { maxLength: 255 })
export const smtpPassword = secret('Password', { maxLength: 255 })
export const fromAddress = field('Sender address', { required: true, maxLength: 254, isEmail: true })

export type SmtpField = 'host' | 'port' | 'security' | 'username' | 'password' | 'from_address'

export const smtpRules: readonly FormRule<SmtpField>[] = [
  {
    kind: 'holds',
    shownAt: 'host',
    message: notAHost,
    holds: ({ host }) => host === '' || isHost(String(host)),
  },
  { kind: 'holds', shownAt: 'port', message: notAPort, holds: ({ port }) => isPort(String(port)) },
  {
    kind: 'holds',
    shownAt: 'security',
    message: loginNeedsTls,
    holds: ({ security, username }) => security !== 'none' || username === '',
  },
]

/** A dotted host name or an IP address. */
function isHost(host: string): boolean {
  if (/^[0-9a-f:.]+$/i.test(host) && host.includes(':')) return host.length <= 45
  return host.split('.').every((label) => /^[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?$/u.test(label))
}

/** Non-numeric input is caught by the field's own rules. */
function isPort(port: string): boolean {
  return !isNumeric(port) || (Number(port) >= 1 && Number(port) <= 65_535)
}

const check = z.object({
  /** `sending`: in progress. `sent`: waiting for the person to follow the link. */
  state: z.enum(['none', 'sending', 'sent', 'failed', 'verified']),
  words: z.string(),
})
export type OutgoingMailCheck = z.output<typeof check>

export const saveOutgoingMail = accountCall({
  ...json,
  path: '/rest/account/outgoing-mail/',
  who: 'manage-settings',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z
    .object({
      host: text(smtpHost),
      port: text(smtpPort),
      security: text(smtpSecurity),
      username: optionalText(smtpUsername),
      password: optionalText(smtpPassword),
      from_address: text(fromAddress),
    })
    .check(...formChecks(smtpRules, 'once fields are right')),
  answer: z.object({ data: check }),
})

export const checkOutgoingMail = accountCall({
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/check/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: { none: 'it repeats what was confirmed' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: check }),
})

export const readOutgoingMail = accountCall({
  ...read,
  errorKey: 'errors',
  path: '/rest/account/outgoing-mail/',
  who: 'see-account',
  scopes: ['account'],
  stepUp: { none: 'it only reads' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: check }),
})

export const removeOutgoingMail = accountCall({
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/remove/',
  who: 'manage-settings',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({}),
  answer: z.object({ data: check }),
})

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
