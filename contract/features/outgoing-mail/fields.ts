import { type Field, field, secret } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { isNumeric } from '#contract/wire/rules.ts'
import * as messages from './messages.ts'

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
    message: messages.notAHost,
    holds: ({ host }) => host === '' || isHost(String(host)),
  },
  { kind: 'holds', shownAt: 'port', message: messages.notAPort, holds: ({ port }) => isPort(String(port)) },
  {
    kind: 'holds',
    shownAt: 'security',
    message: messages.loginNeedsTls,
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
