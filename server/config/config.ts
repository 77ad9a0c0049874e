import { availableParallelism } from 'node:os'
import path from 'node:path'
import { sellableCountries } from '#contract/catalogue/regions.ts'
import { SAMPLE_SITE } from '#contract/provider/sample-site.ts'
import { readDesk } from './desk.ts'
import { type Environment, type EnvironmentReader, readEnvironment } from './environment.ts'
import { originsHere } from './loopback.ts'
import {
  readBounces,
  readPartnerUrl,
  readPostgres,
  readSender,
  readSetUpWebhook,
  readSmtp,
} from './outgoing-connections.ts'
import { judgeSandbox, readBraintree, readSettleSeconds } from './payments.ts'
import { productionComplaints, productionNotices } from './production-rules.ts'
import { readProvider } from './provider.ts'
import type { SettingName } from './settings.ts'
import { trialNotices } from './trial-notices.ts'

/** The environment, read once. Code receives only the parts it needs. */
export type Config = ReturnType<typeof parseConfig>

/** A refusal to start. The message is for the operator, without a stack trace. */
export class ConfigurationError extends Error {}

export function parseConfig(environment: Environment = process.env) {
  const read = readEnvironment(environment)
  const isProduction =
    read.choice('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production'
  const databaseUrl = read.optional('DATABASE_URL')
  const port = read.number('PORT', 3000, { least: 0, most: 65535 })
  const publicUrl = read.origin('PUBLIC_URL', `http://localhost:${port}`)
  const marketingUrl = read.optionalBaseUrl('MARKETING_URL')
  const trustProxy = read.number('TRUST_PROXY', 0, { least: 0, most: 10 })
  const braintree = readBraintree(read)
  const sender = readSender(read)

  const config = {
    isProduction,
    port,
    host: read.text('HOST', '127.0.0.1'),
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    allowedOrigins: databaseUrl ? [publicUrl] : originsHere(publicUrl),
    trustProxy,
    isProxySet: read.optional('TRUST_PROXY') !== undefined,
    logLevel: read.choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
    metrics: metricsOf(read, { isProduction, trustProxy }),
    /**
     * Rotating secrets: the first one signs and encrypts, all of them verify and decrypt. If there is
     * none, the storage makes one (open-storage.ts); production needs its own.
     */
    secrets: secretsOf(read, { areNeeded: isProduction, isShared: databaseUrl !== undefined }),
    database: databaseUrl
      ? ({
          kind: 'postgres',
          ...readPostgres(read, databaseUrl),
          poolSize: read.number('DATABASE_POOL', 10, { least: 2, most: 100 }),
        } as const)
      : embeddedOf(read),
    /** Undefined: this process does not serve the operators' pages. */
    desk: readDesk(read, { port, publicUrl, isEmbedded: !databaseUrl }),
    runsJobs: read.choice('JOBS', ['here', 'elsewhere'], 'here') === 'here',
    /**
     * If unset, the sandbox gateway is used. Production refuses it, and with PostgreSQL it must be requested
     * explicitly.
     */
    braintree,
    mail: {
      smtp: readSmtp(read),
      from: sender ?? 'Front desk <no-reply@localhost>',
      isSenderSet: sender !== undefined,
      ...readBounces(read),
    },
    passwords: {
      cost: read.choice('PASSWORD_HASH_COST', ['standard', 'low'], 'standard'),
      atOnce: read.number('PASSWORD_HASHES_AT_ONCE', availableParallelism(), { least: 1, most: 64 }),
      waiting: read.number('PASSWORD_HASHES_WAITING', 64, { least: 1, most: 10_000 }),
    },
    dialerUrl: read.optionalUrl('DIALER_URL'),
    emailVideo: emailVideoOf(read, { publicUrl, port, isDemo: !isProduction && !databaseUrl }),
    settleSeconds: readSettleSeconds(read, Boolean(braintree)),
    fraudLimits: fraudLimitsOf(read),
    isTermsVersionSet: read.optional('TERMS_VERSION') !== undefined,
    termsVersion: read.text('TERMS_VERSION', '2026-11-01'),
    setUpWebhook: readSetUpWebhook(read),
    setupSeconds: read.number('SETUP_SECONDS', 20, { least: 0, most: 86_400 }),
    signUpWizard: read.choice('SIGN_UP_WIZARD', ['auto', 'new', 'legacy'], 'auto'),
    signUpStepThree: read.choice('SIGN_UP_STEP_THREE', ['choices', 'licences'], 'choices'),
    salesCountries: salesCountriesOf(read),
    /** The coverage popups of the legacy sign-up wizard where licenses are chosen. */
    coveragePopups: {
      show_rl_alert_popup: read.flag('SHOW_SKIP_TRACER_POPUP', true),
      show_nhs_alert_popup: read.flag('SHOW_NEIGHBORHOOD_SEARCH_POPUP', true),
      show_pfcl_alert_popup: read.flag('SHOW_PRE_FORECLOSURE_POPUP', true),
    },
    /** npm sets this to the name of the script it runs. */
    isRunByNpm: /^(?:start|worker)$/.test(read.text('npm_lifecycle_event', '')),
    reloadsPages: read.text('DEV_RELOAD', '') === '1',
    /** The sample provider site is served while no marketing site is configured. */
    servesSampleSite: marketingUrl === undefined,
    provider: readProvider(read, publicUrl, marketingUrl ?? SAMPLE_SITE),
    /** Settings that are allowed but risky. Printed at every start. */
    notices: read.notices,
  }

  judgeSandbox(read, { isProduction, hasBraintree: Boolean(braintree), isOnPostgres: Boolean(databaseUrl) })
  for (const notice of isProduction ? productionNotices(config) : trialNotices(config)) read.notice(notice)
  const complaints = [...read.complaints, ...(isProduction ? productionComplaints(config) : [])]
  if (complaints.length > 0) throw new ConfigurationError(complaints.join('\n'))
  return config
}

function embeddedOf(read: EnvironmentReader) {
  read.useless(['DATABASE_TLS', 'DATABASE_POOL'], 'DATABASE_URL')
  return { kind: 'embedded', folder: path.resolve(read.text('DATA_DIR', '.data')) } as const
}

/** Beside the data it encrypts, a secret protects little: enough for a trial, and reported at every start. */
function secretsOf(
  read: EnvironmentReader,
  { areNeeded, isShared }: { areNeeded: boolean; isShared: boolean },
): string[] {
  const secrets = read.secretList('SECRETS')
  if (secrets.length > 0) return secrets
  if (areNeeded)
    read.complain(
      'SECRETS is missing: set it to a random text of at least 32 characters (openssl rand -hex 32), the same for all instances. Several, separated by commas, while rotating.',
    )
  else if (isShared)
    read.notice(
      'SECRETS is not set: the secret of this trial is kept in the database, beside what it encrypts.',
    )
  return secrets
}

/** Limits against card testing: declines per hour, and approved sign-ups per day. */
function fraudLimitsOf(read: EnvironmentReader) {
  const limit = (name: SettingName, absent: number) =>
    read.number(name, absent, { least: 1, most: 1_000_000 })
  return {
    declinesPerCard: limit('DECLINES_PER_CARD', 4),
    declinesPerDevice: limit('DECLINES_PER_DEVICE', 6),
    declinesPerAddress: limit('DECLINES_PER_ADDRESS', 12),
    signUpsPerDeviceAndDay: limit('SIGN_UPS_PER_DEVICE_AND_DAY', 5),
    /** High enough for an office behind one IP address. */
    signUpsPerAddressAndDay: limit('SIGN_UPS_PER_ADDRESS_AND_DAY', 100),
  }
}

/** Countries where the service is sold, in display order. */
function salesCountriesOf(read: EnvironmentReader): string[] {
  const listed = read.list('SALES_COUNTRIES', 'US,CA').map((code) => code.toUpperCase())
  const codes = [...new Set(listed)]
  const known = sellableCountries.join(', ')
  if (codes.length === 0)
    read.complain(`SALES_COUNTRIES lists no country. List at least one of ${known}, or leave it out.`)
  for (const code of codes.filter((code) => !sellableCountries.includes(code)))
    read.complain(
      `SALES_COUNTRIES lists "${code}", but states and postal codes are known only for ${known}. Nobody there could sign up.`,
    )
  return codes
}

/** Who may read the metrics. Behind a local proxy every request comes from loopback, so only a token can tell. */
function metricsOf(
  read: EnvironmentReader,
  { isProduction, trustProxy }: { isProduction: boolean; trustProxy: number },
): { kind: 'token'; token: string } | { kind: 'loopback' } | { kind: 'off' } {
  const token = read.secret('METRICS_TOKEN')
  if (token !== undefined) return { kind: 'token', token }
  if (isProduction) read.notice('/metrics is off, because METRICS_TOKEN is not set.')
  return isProduction || trustProxy > 0 ? { kind: 'off' } : { kind: 'loopback' }
}

/** If unset, there is no such partner, except in the embedded start, which simulates it. */
function emailVideoOf(
  read: EnvironmentReader,
  { publicUrl, port, isDemo }: { publicUrl: string; port: number; isDemo: boolean },
) {
  const configured = readPartnerUrl(read, 'EMAIL_VIDEO_TOKEN_URL')
  if (configured === undefined)
    read.useless(['EMAIL_VIDEO_CLIENT_ID', 'EMAIL_VIDEO_CLIENT_SECRET'], 'EMAIL_VIDEO_TOKEN_URL')
  const isPlayed = isDemo && configured === undefined
  if (!isPlayed && read.optional('EMAIL_VIDEO_TOKEN_URL') === undefined)
    for (const name of ['EMAIL_VIDEO_NAME', 'EMAIL_VIDEO_RETURN_URL'] as const)
      if (read.optional(name) !== undefined)
        read.notice(`${name} does nothing without EMAIL_VIDEO_TOKEN_URL.`)
  const needed = (name: SettingName) =>
    configured === undefined
      ? ''
      : read.needed(name, 'the email-video partner provides it with its token URL.')
  return {
    name: read.text('EMAIL_VIDEO_NAME', 'Email video'),
    tokenUrl: isPlayed ? `http://127.0.0.1:${port}/demo/email-video/token` : (configured ?? ''),
    clientId: isPlayed ? 'front-desk' : needed('EMAIL_VIDEO_CLIENT_ID'),
    clientSecret: isPlayed ? 'email-video-secret' : needed('EMAIL_VIDEO_CLIENT_SECRET'),
    redirectUri: `${publicUrl}/integrations/bombbomb/redirect_uri/`,
    /** Where the person is redirected after linking. */
    returnUrl: read.target(
      'EMAIL_VIDEO_RETURN_URL',
      isPlayed ? '/demo/partner/?email_video=linked' : '/account/apps/',
    ),
  }
}
