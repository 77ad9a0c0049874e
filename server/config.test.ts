import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/desk',
  SECRETS: 'x'.repeat(32),
  PUBLIC_URL: 'https://desk.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  BRAINTREE_MERCHANT_ID: 'merchant',
  BRAINTREE_PUBLIC_KEY: 'public',
  BRAINTREE_PRIVATE_KEY: 'private',
}

test('with nothing set it starts on the embedded database, on this machine only', () => {
  const config = parseConfig({})
  expect(config.database).toMatchObject({ kind: 'embedded', folder: expect.stringMatching(/\.data$/) })
  expect([config.host, config.port, config.publicUrl]).toEqual(['127.0.0.1', 3000, 'http://localhost:3000'])
  expect(config.allowedOrigins).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
  expect(config.provider.brandName).toBe('the product')
})

test('every text reads as specified unless a brand is given [GEN-02]', () => {
  expect(parseConfig({}).provider).toMatchObject({ brandName: 'the product', copyrightHolder: 'the product' })
  expect(parseConfig({ BRAND_NAME: 'Ringwell' }).provider.copyrightHolder).toBe('Ringwell')
})

test('a marketing site of the provider replaces the sample site and all its links', () => {
  const config = parseConfig({ MARKETING_URL: 'https://provider.example/' })
  expect(config.servesSampleSite).toBe(false)
  expect(config.provider.links.terms).toBe('https://provider.example/terms/')
})

test.each([
  ['PORT', 'many', 'PORT must be a whole number from 0 to 65535, not "many".'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be a whole number from 0 to 10, not "-1".'],
  [
    'PUBLIC_URL',
    'desk.example.com',
    'PUBLIC_URL is not an address: write it whole, like https://example.com.',
  ],
  ['SIGN_UP_WIZARD', 'old', 'SIGN_UP_WIZARD must be one of auto, new, legacy, not "old".'],
  ['SECRETS', 'short', 'SECRETS holds a text that is shorter than 32 characters: anyone could guess it.'],
  ['SUPPORT_URL', 'javascript:alert(1)', 'SUPPORT_URL must begin with https:, mailto:, tel: or a slash.'],
])('%s=%s is refused with a sentence', (name, value, sentence) => {
  expect(() => parseConfig({ [name]: value })).toThrow(sentence)
})

test('production starts when all is there', () => {
  expect(parseConfig(production).isProduction).toBe(true)
})

test.each([
  ['DATABASE_URL', 'Production does not run on the embedded database'],
  ['SECRETS', 'SECRETS is missing'],
  ['PUBLIC_URL', 'PUBLIC_URL must be the https address'],
  ['SMTP_URL', 'SMTP_URL is missing'],
  ['BRAINTREE_MERCHANT_ID', 'does not take payments with the sandbox gateway'],
  ['BRAINTREE_PRIVATE_KEY', 'BRAINTREE_PRIVATE_KEY is missing'],
])('production without %s is refused with a sentence', (name, sentence) => {
  expect(() => parseConfig({ ...production, [name]: undefined })).toThrow(sentence)
})

test('production is told everything that is missing at once', () => {
  expect(() => parseConfig({ NODE_ENV: 'production', PASSWORD_HASH_COST: 'low' })).toThrow(
    /embedded database.*SECRETS.*PUBLIC_URL.*SMTP_URL.*PASSWORD_HASH_COST/s,
  )
})
