import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { settings } from './settings.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example.com/desk',
  SECRETS: 'x'.repeat(32),
  PUBLIC_URL: 'https://desk.example.com',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'no-reply@example.com',
  TOLL_FREE_NUMBER: '1-888-555-0111',
  TERMS_URL: 'https://example.com/terms/',
  BRAINTREE_MERCHANT_ID: 'merchant',
  BRAINTREE_PUBLIC_KEY: 'public',
  BRAINTREE_PRIVATE_KEY: 'private',
  SETUP_WEBHOOK_URL: 'https://provider.example.com/set-up',
  SETUP_WEBHOOK_SECRET: 'w'.repeat(32),
  TERMS_VERSION: '2026-11-01',
}

test('without settings it starts on the embedded database, on this machine only', () => {
  const config = parseConfig({})
  expect(config.database).toMatchObject({ kind: 'embedded', folder: expect.stringMatching(/\.data$/) })
  expect([config.host, config.port, config.publicUrl]).toEqual(['127.0.0.1', 3000, 'http://localhost:3000'])
  expect(config.allowedOrigins).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
  expect(config.provider.brandName).toBe('the product')
})

test('every documented setting is read', () => {
  const read = new Set<string | symbol>()
  parseConfig(new Proxy({}, { get: (_, name) => void read.add(name) }))
  expect(
    Object.values(settings)
      .flatMap(Object.keys)
      .filter((name) => !read.has(name)),
  ).toEqual([])
})

test('the fraud rules are strict by default and never off', () => {
  expect(parseConfig({}).fraudLimits).toEqual({
    declinesPerCard: 4,
    declinesPerDevice: 6,
    declinesPerAddress: 12,
    signUpsPerDeviceAndDay: 5,
    signUpsPerAddressAndDay: 100,
  })
  expect(parseConfig({ DECLINES_PER_CARD: '9' }).fraudLimits.declinesPerCard).toBe(9)
  expect(() => parseConfig({ SIGN_UPS_PER_ADDRESS_AND_DAY: '0' })).toThrow('from 1 to 1000000')
})

test.each([
  [undefined, ['US', 'CA']],
  ['CA', ['CA']],
  [' us , ca,US,', ['US', 'CA']],
])('SALES_COUNTRIES sets where the service is sold: %j', (SALES_COUNTRIES, countries) => {
  expect(parseConfig({ SALES_COUNTRIES }).salesCountries).toEqual(countries)
})

test('every text reads as specified unless a brand is configured [GEN-02]', () => {
  expect(parseConfig({}).provider).toMatchObject({ brandName: 'the product', copyrightHolder: 'the product' })
  expect(parseConfig({ BRAND_NAME: 'Ringwell' }).provider.copyrightHolder).toBe('Ringwell')
})

test("a provider's marketing site replaces the sample site and all its links", () => {
  const config = parseConfig({ MARKETING_URL: 'https://provider.example/' })
  expect(config.servesSampleSite).toBe(false)
  expect(config.provider.links.terms).toBe('https://provider.example/terms/')
})

test.each(['https://Desk.Example.com', 'https://desk.example.com:443', 'https://desk.example.com/'])(
  '%s is the origin as browsers write it',
  (url) => {
    const DESK_URL = url.replace('com', 'net')
    const config = parseConfig({ PUBLIC_URL: url, DESK_URL, DESK_TRUST_PROXY: '1' })
    expect(config.desk?.url).toBe('https://desk.example.net')
    expect([config.publicUrl, ...config.allowedOrigins]).toEqual(Array(2).fill('https://desk.example.com'))
  },
)

test('urls on port 80 omit the port', () => {
  expect(parseConfig({ PORT: '80' }).allowedOrigins).toEqual(['http://localhost', 'http://127.0.0.1'])
})

const pathOfUrl = 'must be only the scheme and host, like https://example.com'

test.each([
  ['PORT', 'many', 'PORT must be a whole number from 0 to 65535, not "many".'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be a whole number from 0 to 10, not "-1".'],
  ['PUBLIC_URL', 'desk.example.com', 'PUBLIC_URL is not a complete URL. Write it like https://example.com.'],
  ['PUBLIC_URL', 'https://desk.example.com/app', `PUBLIC_URL ${pathOfUrl}`],
  ['PUBLIC_URL', 'https://desk.example.com/?a=1', `PUBLIC_URL ${pathOfUrl}`],
  ['PUBLIC_URL', 'https://desk.example.com/#a', `PUBLIC_URL ${pathOfUrl}`],
  ['PUBLIC_URL', 'https://me:secret@desk.example.com', `PUBLIC_URL ${pathOfUrl}`],
  ['DESK_URL', 'http://localhost:3001/desk/', `DESK_URL ${pathOfUrl}`],
  [
    'SALES_COUNTRIES',
    'US,DE',
    'SALES_COUNTRIES lists "DE", but states and postal codes are known only for US, CA. Nobody there could sign up.',
  ],
  [
    'SALES_COUNTRIES',
    ' , ',
    'SALES_COUNTRIES lists no country. List at least one of US, CA, or leave it out.',
  ],
  ['SALES_COUNTRIES', '', 'SALES_COUNTRIES lists no country. List at least one of US, CA, or leave it out.'],
  ['SIGN_UP_WIZARD', 'old', 'SIGN_UP_WIZARD must be one of auto, new, legacy, not "old".'],
  ['SECRETS', 'short', 'SECRETS contains a secret shorter than 32 characters: anyone could guess it.'],
  ['SUPPORT_URL', 'javascript:alert(1)', 'SUPPORT_URL must begin with https:, mailto:, tel: or a slash'],
  ['SMTP_URL', 'mail.example.com:587', 'SMTP_URL is not a mail server URL'],
  ['SMTP_URL', 'http://mail.example.com', 'SMTP_URL is not a mail server URL'],
  ['SMTP_URL', 'smtp://', 'SMTP_URL is not a mail server URL'],
  ['SMTP_URL', 'smtp://mail.example.com:99999', 'SMTP_URL is not a mail server URL'],
  ['SMTP_URL', 'smtp://user:p@ss/word@mail.example.com', 'SMTP_URL is not a mail server URL'],
  ['SMTP_URL', 'smtp://mail.example.com?ignoreTLS=true', 'SMTP_URL must not contain ignoreTLS'],
  [
    'SMTP_URL',
    'smtps://mail.example.com?tls.rejectUnauthorized=false',
    'SMTP_URL must not contain tls.rejectUnauthorized',
  ],
  ['MAIL_FROM', 'Front desk', 'MAIL_FROM is not an email'],
  ['MAIL_FROM', 'a@b@c', 'MAIL_FROM is not an email'],
  ['MAIL_FROM', 'Front desk no-reply@example.com', 'MAIL_FROM is not an email'],
  ['MAIL_FROM', 'Desk, Front <no-reply@example.com>', 'MAIL_FROM is not an email'],
  ['MAIL_FROM', 'Front desk <no-reply@example.com> x', 'MAIL_FROM is not an email'],
  ['MAIL_FROM', 'no-reply@example..com', 'MAIL_FROM is not an email'],
  ['DATABASE_URL', 'postgres://:bad:port/', 'DATABASE_URL is not a PostgreSQL URL'],
  ['DATABASE_URL', 'mysql://db.example.com/x', 'DATABASE_URL is not a PostgreSQL URL'],
  [
    'DATABASE_URL',
    'postgres://db.example.com/x?sslrootcert=/nowhere/ca.pem',
    'DATABASE_URL is not a PostgreSQL URL',
  ],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN is shorter than 32 characters: anyone could guess it.'],
  ['SETUP_WEBHOOK_URL', 'http://127.0.0.1:9/set-up', 'SETUP_WEBHOOK_SECRET is missing'],
  ['SETUP_WEBHOOK_SECRET', 'x'.repeat(32), 'SETUP_WEBHOOK_SECRET does nothing without SETUP_WEBHOOK_URL'],
  ['EMAIL_VIDEO_CLIENT_ID', 'desk', 'EMAIL_VIDEO_CLIENT_ID does nothing without EMAIL_VIDEO_TOKEN_URL'],
  ['EMAIL_VIDEO_CLIENT_SECRET', 'x', 'EMAIL_VIDEO_CLIENT_SECRET does nothing without EMAIL_VIDEO_TOKEN_URL'],
])('%s=%s is refused with a message', (name, value, sentence) => {
  expect(() => parseConfig({ [name]: value })).toThrow(sentence)
})

test('production starts when everything is set', () => {
  expect(parseConfig(production).isProduction).toBe(true)
})

test.each([
  ['DATABASE_URL', 'Production does not run on the embedded database'],
  ['SECRETS', 'SECRETS is missing'],
  ['PUBLIC_URL', 'PUBLIC_URL must be the https URL'],
  ['SMTP_URL', 'SMTP_URL is missing'],
  ['MAIL_FROM', 'MAIL_FROM is missing'],
  ['BRAINTREE_MERCHANT_ID', 'does not take payments with the sandbox gateway'],
  ['BRAINTREE_PRIVATE_KEY', 'BRAINTREE_PRIVATE_KEY is missing'],
  ['TRUST_PROXY', 'TRUST_PROXY is missing: set it to the number of proxies'],
])('production without %s is refused with a message', (name, sentence) => {
  expect(() => parseConfig({ ...production, [name]: undefined })).toThrow(sentence)
})

test('production reports everything that is missing at once', () => {
  expect(() => parseConfig({ NODE_ENV: 'production', PASSWORD_HASH_COST: 'low' })).toThrow(
    /SECRETS.*embedded database.*PUBLIC_URL.*TRUST_PROXY.*SMTP_URL.*MAIL_FROM.*PASSWORD_HASH_COST/s,
  )
})

test.each([
  ['ANALYTICS_ID', 'ANALYTICS_URL'],
  ['ANALYTICS_ID_ELSEWHERE', 'ANALYTICS_URL'],
  ['AD_CONVERSION_ID', 'AD_CONVERSION_URL'],
])('%s without %s is reported at the start', (name, url) => {
  const notice = `${name} does nothing without ${url}: nothing is sent.`
  expect(parseConfig({ [name]: 'A-1' }).notices).toContain(notice)
  expect(parseConfig({ [name]: 'A-1', [url]: 'https://stats.example/' }).notices).not.toContain(notice)
})

test.each(['https://app.example.com', 'app.example.com/', 'nonsense host', 'user@app.example.com', ':443'])(
  'PRODUCTION_HOST=%s is refused: it would match no page [EXT-10]',
  (PRODUCTION_HOST) => {
    expect(() => parseConfig({ PRODUCTION_HOST })).toThrow(
      'PRODUCTION_HOST must be only a host, like app.example.com, without https:// and without a path.',
    )
  },
)

test('PRODUCTION_HOST is compared as browsers write it, and a different host is reported [EXT-10]', () => {
  const hostOf = (PRODUCTION_HOST: string) =>
    parseConfig({ PRODUCTION_HOST }).provider.tracking.productionHost
  expect(hostOf('App.Example.com')).toBe('app.example.com')
  expect(hostOf('app.example.com:443')).toBe('app.example.com')
  expect(hostOf('localhost:3000')).toBe('localhost:3000')
  const { host } = new URL(production.PUBLIC_URL)
  expect(parseConfig({ ...production, PRODUCTION_HOST: host }).notices.join()).not.toContain(
    'PRODUCTION_HOST',
  )
  expect(parseConfig({ ...production, PRODUCTION_HOST: 'ap.example.com' }).notices).toContain(
    `PRODUCTION_HOST is ap.example.com, and people reach this service at ${host}: pages use ANALYTICS_ID_ELSEWHERE and AD_CONVERSION_ID_ELSEWHERE.`,
  )
})

test('production warns of settings that it can do without, but should not', () => {
  const without = (name: string) => parseConfig({ ...production, ...nothingOf(name) }).notices
  const nothingOf = (name: string) =>
    name === 'SETUP_WEBHOOK_URL'
      ? { [name]: undefined, SETUP_WEBHOOK_SECRET: undefined }
      : { [name]: undefined }
  expect(without('SETUP_WEBHOOK_URL')).toContain(
    'SETUP_WEBHOOK_URL is not set: paid accounts become ready by themselves, and the provider is not called.',
  )
  expect(without('TERMS_VERSION')).toContain(
    'TERMS_VERSION is not set: orders name 2026-11-01 as the version that was agreed to.',
  )
  const told = parseConfig(production).notices.join(' ')
  for (const name of ['SETUP_WEBHOOK_URL', 'TERMS_VERSION']) expect(told).not.toContain(name)
  expect(parseConfig({}).notices).toEqual([])
})

test('running without a proxy is a valid setting', () => {
  expect(parseConfig({ ...production, TRUST_PROXY: '0' }).trustProxy).toBe(0)
})

test.each([
  ['BRAINTREE_ENVIRONMENT', 'sandbox', 'BRAINTREE_ENVIRONMENT=sandbox takes no money'],
  ['SANDBOX_PAYMENTS', 'yes', 'SANDBOX_PAYMENTS=yes and BRAINTREE_MERCHANT_ID cannot be used together'],
  ['FRAUD_AGENT_URL', 'http://fraud.example.com/a.js', 'FRAUD_AGENT_URL must begin with https:'],
  ['ANALYTICS_URL', 'http://vendor.example.com', 'ANALYTICS_URL must begin with https:'],
  ['AD_CONVERSION_URL', 'http://vendor.example.com', 'AD_CONVERSION_URL must begin with https:'],
  ['FEEDBACK_FORM_URL', 'http://forms.example.com', 'FEEDBACK_FORM_URL must begin with https:'],
  ['BLOG_FEED_URL', 'http://blog.example.com/feed', 'BLOG_FEED_URL must begin with https:'],
  ['DIALER_URL', 'http://dialer.example.com', 'DIALER_URL must begin with https:'],
])('production with %s=%s is refused with a message', (name, value, sentence) => {
  expect(() => parseConfig({ ...production, [name]: value })).toThrow(sentence)
})

test('metrics without a token are off in production, and the start says so', () => {
  expect(parseConfig(production)).toMatchObject({ metrics: { kind: 'off' } })
  expect(parseConfig({ ...production, DESK_PORT: '3001' }).notices).toEqual([
    '/metrics is off, because METRICS_TOKEN is not set.',
  ])
  const token = 'n'.repeat(32)
  const withToken = parseConfig({ ...production, DESK_PORT: '3001', METRICS_TOKEN: token })
  expect([withToken.metrics, withToken.notices]).toEqual([{ kind: 'token', token }, []])
  expect(parseConfig({}).metrics).toEqual({ kind: 'loopback' })
  expect(parseConfig({ TRUST_PROXY: '1' }).metrics).toEqual({ kind: 'off' })
})

test('the sandbox gateway on PostgreSQL needs an explicit setting', () => {
  const onPostgres = {
    DATABASE_URL: 'postgres://127.0.0.1/desk',
    SECRETS: 'x'.repeat(32),
    DESK_PORT: '3001',
    SMTP_URL: 'smtp://localhost',
  }
  expect(() => parseConfig(onPostgres)).toThrow('SANDBOX_PAYMENTS=yes')
  expect(() => parseConfig({ ...onPostgres, SANDBOX_PAYMENTS: 'no' })).toThrow('SANDBOX_PAYMENTS=yes')
  const allowed = parseConfig({ ...onPostgres, SANDBOX_PAYMENTS: 'yes' })
  expect(allowed.notices).toEqual([expect.stringContaining('no money is charged')])
  expect(parseConfig({}).notices).toEqual([])
  expect(() =>
    parseConfig({ ...production, BRAINTREE_MERCHANT_ID: undefined, SANDBOX_PAYMENTS: 'yes' }),
  ).toThrow('does not take payments with the sandbox gateway')
})

test.each([
  ['smtp://user:secret@mail.example.com:587', true],
  ['smtps://mail.example.com', true],
  ['smtp://10.0.0.5', true],
  ['smtp://localhost:2525', false],
  ['smtp://127.0.0.1', false],
  ['smtp://[::1]:25', false],
])('mails to %s are always encrypted: %s', (url, requiresTls) => {
  expect(parseConfig({ SMTP_URL: url }).mail.smtp).toEqual({ url, requiresTls })
})

test('a mail server without encryption needs an explicit setting, and is reported at start', () => {
  const { mail, notices } = parseConfig({ SMTP_URL: 'smtp://relay.internal', SMTP_TLS: 'off' })
  expect(mail.smtp?.requiresTls).toBe(false)
  expect(notices).toEqual(['SMTP_TLS=off: email goes to relay.internal even without encryption.'])
})

test.each([
  'no-reply@example.com',
  'no-reply@localhost',
  'Front desk <no-reply@example.com>',
  'Ringwell Inc. <a.b+c@mail.example.com>',
  '"Desk, Front" <no-reply@example.com>',
  'Büro Nord <no-reply@example.com>',
])('mails are sent from %s', (from) => {
  expect(parseConfig({ MAIL_FROM: from }).mail.from).toBe(from)
})

test('production starts with the sample number and terms, and says so', () => {
  const sample = { ...production, TOLL_FREE_NUMBER: undefined, TERMS_URL: undefined }
  const said = (environment: Record<string, string | undefined>) =>
    parseConfig(environment).notices.filter((notice) => notice.includes('sample'))
  expect(said(sample)).toEqual([
    'TOLL_FREE_NUMBER is not set: pages and emails show the sample number 1-800-555-0100.',
    'TERMS_URL is not set: people agree to the sample terms.',
  ])
  expect(said({ ...sample, TERMS_URL: '/site/terms/' })).toHaveLength(2)
  expect(said({ ...sample, MARKETING_URL: 'https://example.com' })).toHaveLength(1)
  expect([said(production), said({})]).toEqual([[], []])
})

const sandbox = { SANDBOX_PAYMENTS: 'yes', SECRETS: 'x'.repeat(32) }

test('a trial on PostgreSQL starts without secrets and says where it stores its own; production does not', () => {
  const { SECRETS, ...trial } = sandbox
  const onPostgres = { ...trial, DATABASE_URL: 'postgres://127.0.0.1/desk' }
  expect(parseConfig({ ...onPostgres, SECRETS }).secrets).toEqual([SECRETS])
  for (const none of [undefined, '', ' , ']) {
    const { secrets, notices } = parseConfig({ ...onPostgres, SECRETS: none })
    expect(secrets).toEqual([])
    expect(notices).toContainEqual(expect.stringContaining('kept in the database, beside what it encrypts'))
    expect(() => parseConfig({ ...production, SECRETS: none })).toThrow('SECRETS is missing')
  }
  expect(parseConfig({}).notices).toEqual([])
})

test.each([
  ['postgres://db.example.com/desk', true],
  ['postgres://db.example.com/desk?sslmode=verify-full', true],
  ['postgres://10.0.0.5/desk', true],
  ['postgres://localhost/desk', false],
  ['postgres://user@127.0.0.1:5432/desk', false],
  ['postgres://[::1]/desk', false],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/desk', false],
  ['postgres:///desk?host=/var/run/postgresql', false],
  ['socket:/var/run/postgresql?db=desk', false],
])('the database at %s is connected to with verified TLS: %s', (url, requiresTls) => {
  expect(parseConfig({ ...sandbox, DATABASE_URL: url }).database).toMatchObject({ url, requiresTls })
})

test.each(['disable', 'no-verify', 'require&uselibpqcompat=true'])(
  'a remote database with sslmode=%s needs an explicit exception',
  (mode) => {
    const DATABASE_URL = `postgres://db.example.com/desk?sslmode=${mode}`
    expect(() => parseConfig({ ...sandbox, DATABASE_URL })).toThrow('DATABASE_TLS=off')
    expect(() => parseConfig({ ...production, DATABASE_URL })).toThrow('DATABASE_TLS=off')
    const { database, notices } = parseConfig({ ...production, DATABASE_URL, DATABASE_TLS: 'off' })
    expect(database).toMatchObject({ requiresTls: false })
    expect(notices).toContain('DATABASE_TLS=off: db.example.com is trusted without a verified certificate.')
  },
)

test('our secret at the email-video partner is sent only over https', () => {
  const partner = {
    EMAIL_VIDEO_TOKEN_URL: 'http://video.example/token',
    EMAIL_VIDEO_CLIENT_ID: 'desk',
    EMAIL_VIDEO_CLIENT_SECRET: 'secret',
  }
  expect(() => parseConfig(partner)).toThrow('EMAIL_VIDEO_TOKEN_URL must begin with https:')
  const https = { ...partner, EMAIL_VIDEO_TOKEN_URL: 'https://video.example/token' }
  expect(parseConfig(https).emailVideo.tokenUrl).toBe('https://video.example/token')
  const slash = { ...partner, EMAIL_VIDEO_TOKEN_URL: 'https://video.example/token/' }
  expect(parseConfig(slash).emailVideo.tokenUrl).toBe('https://video.example/token/')
})

test('the desk has its own loopback port, and with PostgreSQL none unless configured', () => {
  expect(parseConfig({}).desk).toEqual({
    port: 3001,
    host: '127.0.0.1',
    url: 'http://localhost:3001',
    isHttps: false,
    refundLimitCents: 25_000,
    refundLimitDayCents: 250_000,
    trustProxy: 0,
  })
  expect(parseConfig({ PORT: '4000' }).desk?.port).toBe(4001)
  expect(parseConfig({ DESK_PORT: 'off' }).desk).toBeUndefined()
  const { desk, notices } = parseConfig(production)
  expect(desk).toBeUndefined()
  const withoutDesk = expect.stringMatching(
    /^This process serves no operators’ desk, because DESK_PORT is not set or off: .*nobody can give refunds/,
  )
  expect(notices).toContainEqual(withoutDesk)
  expect(parseConfig({ ...production, DESK_PORT: 'off' }).notices).toContainEqual(withoutDesk)
  const served = parseConfig({ ...production, DESK_PORT: '3001' })
  expect(served.desk?.port).toBe(3001)
  expect(served.notices).not.toContainEqual(withoutDesk)
})

test.each([
  [{ PORT: '4000', DESK_PORT: '4000' }, 'DESK_PORT must be another port than PORT'],
  [{ DESK_PORT: 'many' }, 'DESK_PORT must be a whole number from 0 to 65535, not "many".'],
  [{ DESK_HOST: '0.0.0.0' }, 'DESK_URL must be the https URL where operators reach the desk'],
  [{ DESK_URL: 'http://desk.example.com' }, 'DESK_URL must be the https URL where operators reach the desk'],
  [{ DESK_URL: 'https://desk.example.com' }, 'DESK_TRUST_PROXY is missing: set it to the number of proxies'],
  [{ DESK_REFUND_LIMIT: '-5' }, 'DESK_REFUND_LIMIT must be a whole number from 0 to 1000000'],
  [{ DESK_REFUND_LIMIT_DAY: 'all' }, 'DESK_REFUND_LIMIT_DAY must be a whole number from 0 to 1000000'],
])('a desk with %j is refused with a message', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(sentence)
})

test('a desk reachable from other machines has an https URL and its number of proxies', () => {
  const reached = { DESK_HOST: '0.0.0.0', DESK_URL: 'https://desk.example.com' }
  const behind = (proxies: string) => parseConfig({ ...reached, DESK_TRUST_PROXY: proxies }).desk
  expect(behind('1')).toMatchObject({ host: '0.0.0.0', isHttps: true, trustProxy: 1 })
  expect(behind('0')?.trustProxy).toBe(0)
})
