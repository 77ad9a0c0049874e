import pg from 'pg'
import type { EnvironmentReader } from './environment.ts'
import { isLoopback } from './loopback.ts'
import { complainAboutHosts, splitPostgresUrl } from './postgres-urls.ts'
import type { SettingName } from './settings.ts'
import { unfitKindOf } from './unfit-ips.ts'

/**
 * The servers that this service connects to. Connections that leave the machine are encrypted, with a
 * verified certificate. Each exception has its own setting, which is printed at every start.
 */
const tls = ['required', 'off'] as const

/** URL parameters that would silently override SMTP_TLS. */
const weakening = ['ignoreTLS', 'requireTLS', 'secure', 'tls.rejectUnauthorized']

export function readSmtp(read: EnvironmentReader): { url: string; requiresTls: boolean } | undefined {
  const url = read.optional('SMTP_URL')
  const isOff = read.choice('SMTP_TLS', tls, 'required') === 'off'
  if (url === undefined) {
    read.useless(['SMTP_TLS'], 'SMTP_URL')
    return undefined
  }
  const { protocol, hostname, pathname, searchParams } = URL.canParse(url) ? new URL(url) : nowhere
  const isMailServer = /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname)
  if (!isMailServer) {
    read.complain(
      'SMTP_URL is not a mail server URL. Write it like smtp://user:password@mail.example.com:587 or smtps://…:465, and percent-encode special characters in the password.',
    )
    return undefined
  }
  for (const name of weakening) {
    if (searchParams.has(name))
      read.complain(`SMTP_URL must not contain ${name}. Choose smtp: or smtps:, or set SMTP_TLS=off.`)
  }
  const isNear = isLoopback(hostname)
  if (isOff && !isNear) read.notice(`SMTP_TLS=off: email goes to ${hostname} even without encryption.`)
  return { url, requiresTls: !isOff && !isNear }
}

const email = String.raw`[\w.!#$%&'*+/=?^{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*`
// Outside quotes a comma or a colon would begin another recipient or a group.
const sender = new RegExp(`^(?:(?:"[^"\\\\\\p{Cc}]+" *|[^",:;<>@()\\\\\\p{Cc}]+)<${email}>|${email})$`, 'iu')

/** Undefined if it is not set. */
export function readSender(read: EnvironmentReader): string | undefined {
  const from = read.optional('MAIL_FROM')
  if (from !== undefined && !sender.test(from))
    read.complain(
      'MAIL_FROM is not an email. Write it like no-reply@example.com or Front desk <no-reply@example.com>, with a name in double quotes if it contains a comma.',
    )
  return from
}

/** How we learn of bounces. Without either, only from the mail server's immediate refusals. */
export function readBounces(read: EnvironmentReader): {
  bouncesTo: string | undefined
  webhookSecrets: string[]
} {
  const bouncesTo = read.optional('MAIL_BOUNCES_TO')
  // The mail's id and its tag are added before the @, where at most 64 characters are allowed.
  if (bouncesTo !== undefined && !/^[\w.-]{1,27}@[\w-]+(?:\.[\w-]+)*$/.test(bouncesTo))
    read.complain(
      'MAIL_BOUNCES_TO is not an email with at most 27 characters before the @. Write it like bounces@example.com.',
    )
  if (bouncesTo !== undefined && read.optional('SMTP_URL') === undefined)
    read.notice('MAIL_BOUNCES_TO does nothing without SMTP_URL: no mail can come back.')
  return { bouncesTo, webhookSecrets: read.secretList('MAIL_WEBHOOK_SECRET') }
}

const nowhere = { protocol: '', hostname: '', pathname: '', searchParams: new URLSearchParams() }

export function readPostgres(read: EnvironmentReader, url: string): { url: string; requiresTls: boolean } {
  const isOff = read.choice('DATABASE_TLS', tls, 'required') === 'off'
  const complaint = complainAboutHosts(url)
  if (complaint !== undefined) read.complain(complaint)
  const addresses = splitPostgresUrl(url).map(postgresAddressOf)
  if (!addresses.every((address) => address !== undefined)) {
    read.complain(
      'DATABASE_URL is not a PostgreSQL URL. Write it like postgres://user:password@db.example.com:5432/name. Any file it names must be readable.',
    )
    return { url, requiresTls: true }
  }
  const distant = addresses.filter(({ isNear }) => !isNear)
  for (const { host, isVerified } of distant) {
    if (!isOff && !isVerified)
      read.complain(
        `DATABASE_URL gives up a verified TLS connection to ${host}: leave sslmode out, or use sslmode=verify-full. Where the network itself is trusted, spell out DATABASE_TLS=off.`,
      )
    if (isOff) read.notice(`DATABASE_TLS=off: ${host} is trusted without a verified certificate.`)
  }
  return { url, requiresTls: distant.length > 0 && !isOff }
}

/** Parsed by the driver itself, which also handles sockets, query parameters and its own variables. */
function postgresAddressOf(url: string): { host: string; isNear: boolean; isVerified: boolean } | undefined {
  if (!/^(?:postgres(?:ql)?|socket):|^\//.test(url)) return undefined
  try {
    const { host, ssl } = new pg.Client({ connectionString: url, ssl: true }) as { host: string; ssl: Ssl }
    const isVerified = ssl === true || (ssl !== false && ssl.rejectUnauthorized !== false)
    return { host, isNear: host.startsWith('/') || isLoopback(host), isVerified }
  } catch {
    return undefined
  }
}

type Ssl = boolean | { rejectUnauthorized?: boolean }

export function readSetUpWebhook(read: EnvironmentReader): { url: string | undefined; secret: string } {
  const url = read.optionalUrl('SETUP_WEBHOOK_URL')
  if (url === undefined) {
    read.useless(['SETUP_WEBHOOK_SECRET'], 'SETUP_WEBHOOK_URL')
    return { url, secret: '' }
  }
  refuseUnfit(read, 'SETUP_WEBHOOK_URL', url)
  if (!isSafe(url))
    read.complain(
      'SETUP_WEBHOOK_URL must begin with https:, because the company and the account number are sent there.',
    )
  const secret = read.secret('SETUP_WEBHOOK_SECRET')
  if (secret === undefined)
    read.complain(
      'SETUP_WEBHOOK_SECRET is missing: set it to a random text of at least 32 characters that the provider also knows. It signs every call.',
    )
  return { url, secret: secret ?? '' }
}

/** The URL of a partner to which we send a secret. It must be https, without exception. */
export function readPartnerUrl(read: EnvironmentReader, name: SettingName): string | undefined {
  const url = read.optionalUrl(name)
  if (url !== undefined) refuseUnfit(read, name, url)
  if (url !== undefined && !isSafe(url))
    read.complain(`${name} must begin with https:, because our secret is sent there.`)
  return url
}

function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}

/** Names are checked when they are looked up. */
function refuseUnfit(read: EnvironmentReader, name: string, url: string): void {
  if (unfitKindOf(new URL(url).hostname))
    read.complain(`${name} must not have a link-local, unspecified or multicast IP address.`)
}
