import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

test('the provider is notified over https with an unguessable signature', () => {
  const secret = 's'.repeat(32)
  const webhook = { SETUP_WEBHOOK_URL: 'https://provider.example/set-up', SETUP_WEBHOOK_SECRET: secret }
  const set = { url: webhook.SETUP_WEBHOOK_URL, secret }
  expect(parseConfig(webhook).setUpWebhook).toEqual(set)
  expect(() => parseConfig({ ...webhook, SETUP_WEBHOOK_SECRET: undefined })).toThrow(
    'SETUP_WEBHOOK_SECRET is missing',
  )
  expect(() => parseConfig({ ...webhook, SETUP_WEBHOOK_SECRET: 'short' })).toThrow(
    'SETUP_WEBHOOK_SECRET is shorter than 32 characters',
  )
  const slash = { ...webhook, SETUP_WEBHOOK_URL: 'https://provider.example/set-up/' }
  expect(parseConfig(slash).setUpWebhook.url).toBe(slash.SETUP_WEBHOOK_URL)
  const plain = { ...webhook, SETUP_WEBHOOK_URL: 'http://provider.example/set-up' }
  expect(() => parseConfig(plain)).toThrow('SETUP_WEBHOOK_URL must begin with https:')
  expect(parseConfig({ ...webhook, SETUP_WEBHOOK_URL: 'http://127.0.0.1:9/' }).notices).toEqual([])
})
