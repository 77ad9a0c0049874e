import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const postgres = { DATABASE_URL: 'postgres://127.0.0.1/desk', SECRETS: 'x'.repeat(32), DESK_PORT: '3001' }
const braintree = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 'q' }

test.each(['Production', 'prod', 'PRODUCTION', 'staging'])(
  'NODE_ENV=%s is refused: it would start without the rules of production',
  (NODE_ENV) => {
    expect(() => parseConfig({ NODE_ENV })).toThrow(
      `NODE_ENV must be one of production, development, test, not "${NODE_ENV}".`,
    )
    expect(() => parseConfig({ NODE_ENV: 'development' })).not.toThrow()
  },
)

test.each([
  ['NODE_ENV', '"production"'],
  ['BRAND_NAME', '"Ringwell"'],
  ['BRAND_NAME', "'Ringwell'"],
  ['SECRETS', `"${'x'.repeat(32)}"`],
  ['SALES_COUNTRIES', '"US,CA"'],
  ['TERMS_VERSION', ' "2026-11-01" '],
  ['BRAINTREE_MERCHANT_ID', '""'],
])('%s=%s is refused: the quotation marks would be part of it', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`${name} has quotation marks around it`)
})

test('keeps quotation marks inside a value, and trims blanks around it', () => {
  const from = '"Desk, Front" <no-reply@example.com>'
  const { mail, provider } = parseConfig({ MAIL_FROM: from, BRAND_NAME: ' The "Ringwell" ' })
  expect([mail.from, provider.brandName]).toEqual([from, 'The "Ringwell"'])
})

test('names each unfilled placeholder of the settings file once', () => {
  const { message } = refusal({
    ...braintree,
    BRAINTREE_MERCHANT_ID: 'CHANGE-ME',
    BRAINTREE_PUBLIC_KEY: 'CHANGE-ME',
  })
  expect(message.split('\n')).toEqual([
    'BRAINTREE_MERCHANT_ID is still CHANGE-ME: set it to its own value.',
    'BRAINTREE_PUBLIC_KEY is still CHANGE-ME: set it to its own value.',
  ])
})

test.each([
  ['BRAINTREE_PUBLIC_KEY', 'key', 'BRAINTREE_MERCHANT_ID'],
  ['BRAINTREE_PRIVATE_KEY', 'key', 'BRAINTREE_MERCHANT_ID'],
  ['BRAINTREE_ENVIRONMENT', 'sandbox', 'BRAINTREE_MERCHANT_ID'],
  ['DATABASE_TLS', 'off', 'DATABASE_URL'],
  ['DATABASE_POOL', '20', 'DATABASE_URL'],
  ['SMTP_TLS', 'off', 'SMTP_URL'],
])('%s=%s without %s is refused', (name, value, other) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`${name} does nothing without ${other}`)
})

const incomplete = 'is not a complete URL. Write it like https://example.com.'

test.each([
  ['TERMS_URL', 'https:', incomplete],
  ['TERMS_URL', 'https://', incomplete],
  ['TERMS_URL', 'https:example.com', incomplete],
  ['PRIVACY_URL', 'http://two words', incomplete],
  ['SUPPORT_URL', 'mailto:', 'must begin with https:, mailto:, tel: or a slash, and name something'],
  ['SUPPORT_URL', '//example.com/help', 'must begin with https:, mailto:, tel: or a slash'],
  ['BLOG_FEED_URL', 'mailto:news@example.com', incomplete],
  ['EMAIL_VIDEO_RETURN_URL', 'tel:5551234', incomplete],
  ['DIALER_URL', 'https:dialer.example.com', incomplete],
  ['MARKETING_URL', 'https://example.com/?from=desk', 'must not contain ? or #'],
  ['MARKETING_URL', 'https://example.com/#top', 'must not contain ? or #'],
  ['SETUP_WEBHOOK_URL', 'https://me:secret@example.com/', 'contains a user name or a password'],
  ['EMAIL_VIDEO_TOKEN_URL', 'https://me@example.com/', 'contains a user name or a password'],
  ['SETUP_WEBHOOK_URL', 'https://169.254.169.254/', 'must not have a link-local'],
  ['SETUP_WEBHOOK_URL', 'http://0.0.0.0/', 'must not have a link-local, unspecified or multicast IP address'],
  ['EMAIL_VIDEO_TOKEN_URL', 'https://[ff02::1]/', 'must not have a link-local'],
  ['BLOG_FEED_URL', 'https://me:secret@example.com/feed', 'contains a user name or a password'],
])('%s=%s is refused: nobody could open or call it', (name, value, sentence) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`${name} ${sentence}`)
})

test('a link may be a URL, an email address, a phone number or one of our paths', () => {
  const linked = (SUPPORT_URL: string) => parseConfig({ SUPPORT_URL }).provider.links.support
  for (const link of [
    'https://example.com/help?a=1#b',
    'mailto:help@example.com',
    'tel:+18005550100',
    '/',
    '/site/x/',
  ])
    expect(linked(link)).toBe(link)
  expect(linked('HTTPS://Example.com/Help')).toBe('https://Example.com/Help')
  expect(parseConfig({ BLOG_FEED_URL: '/site/blog/feed.json' }).provider.links.blogFeed).toBe(
    '/site/blog/feed.json',
  )
})

test('production detects plain http in any notation', () => {
  expect(() => parseConfig({ NODE_ENV: 'production', DIALER_URL: 'HTTP://dialer.example.com' })).toThrow(
    'DIALER_URL must begin with https: in production',
  )
})

test('with Braintree an order is not dropped before its charge must have been answered', () => {
  const onPostgres = { ...postgres, ...braintree }
  expect(() => parseConfig({ ...onPostgres, SETTLE_SECONDS: '34' })).toThrow(
    'SETTLE_SECONDS must be a whole number from 35 to 3600, not "34".',
  )
  expect(parseConfig({ ...onPostgres, SETTLE_SECONDS: '35' }).settleSeconds).toBe(35)
  expect(parseConfig({ SETTLE_SECONDS: '1' }).settleSeconds).toBe(1)
})

test.each([
  [
    { ANALYTICS_URL: 'https://stats.example/' },
    'ANALYTICS_URL does nothing without ANALYTICS_ID: nothing is sent.',
  ],
  [
    { AD_CONVERSION_URL: 'https://ads.example/' },
    'AD_CONVERSION_URL does nothing without AD_CONVERSION_ID: nothing is sent.',
  ],
  [
    { HOST: '0.0.0.0' },
    'HOST=0.0.0.0: other machines can reach this demo, where everybody knows the passwords and reads all emails.',
  ],
  [
    { JOBS: 'elsewhere' },
    'JOBS=elsewhere: nothing is sent, renewed or set up, because the embedded database serves only this process.',
  ],
  [
    { MAIL_BOUNCES_TO: 'bounces@example.com' },
    'MAIL_BOUNCES_TO does nothing without SMTP_URL: no mail can come back.',
  ],
  [
    { DESK_PORT: 'off', DESK_URL: 'https://desk.example.com' },
    'DESK_URL does nothing while DESK_PORT is off.',
  ],
  [{ DESK_PORT: 'off', DESK_REFUND_LIMIT: '100' }, 'DESK_REFUND_LIMIT does nothing while DESK_PORT is off.'],
  [
    { DESK_REFUND_LIMIT: '5000' },
    'DESK_REFUND_LIMIT does nothing while DESK_REFUND_LIMIT_DAY is lower: what is given on one account also counts toward all.',
  ],
])('%j is reported at the start', (environment, notice) => {
  expect(parseConfig(environment).notices).toEqual([notice])
})

test('a desk at the origin of the public site is refused', () => {
  const sentence = 'DESK_URL must be another origin than PUBLIC_URL'
  expect(() => parseConfig({ DESK_URL: 'http://localhost:3000' })).toThrow(sentence)
  expect(() => parseConfig({ PUBLIC_URL: 'http://localhost:3001' })).toThrow(sentence)
  expect(() => parseConfig({ PORT: '0' })).not.toThrow()
})

test('a trial on PostgreSQL without a mail server says that mails go nowhere', () => {
  const notices = (SMTP_URL?: string) => parseConfig({ ...postgres, ...braintree, SMTP_URL }).notices
  expect(notices()).toEqual(['SMTP_URL is not set: emails are kept in the database, and nobody gets them.'])
  expect(notices('smtp://localhost')).toEqual([])
})

function refusal(environment: Record<string, string>): Error {
  try {
    parseConfig(environment)
  } catch (error) {
    return error as Error
  }
  throw new Error('It was not refused')
}

test.each(['EMAIL_VIDEO_NAME', 'EMAIL_VIDEO_RETURN_URL'])('%s without its partner is reported', (name) => {
  const onPostgres = { DATABASE_URL: 'postgres://localhost/name', SANDBOX_PAYMENTS: 'yes' }
  const { notices } = parseConfig({ ...onPostgres, [name]: 'https://video.example.com/' })
  expect(notices).toContain(`${name} does nothing without EMAIL_VIDEO_TOKEN_URL.`)
})
