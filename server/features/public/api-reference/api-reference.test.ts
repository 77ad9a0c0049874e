import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceCalls } from '#contract/calls.ts'
import type { ReferenceCall } from '#contract/wire/call.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let sections: string[]

beforeAll(async () => {
  harness = await openHarness()
  const { body } = await harness.app.inject({ url: '/openapi/' })
  sections = body.split('<section').map(textOf)
})
afterAll(() => harness.close())

/** Calls that the specification does not number have only a summary. */
const sectionOf = ({ number, summary }: ReferenceCall) =>
  sections.find((text) => text.includes(` ${number === undefined ? '' : `${number}. `}${summary} `)) ?? ''

test('lists every public call with its number, method, path, encoding and refusals', () => {
  const encodings = {
    none: 'no body',
    query: 'no body',
    json: 'JSON',
    multipart: 'multipart form',
    urlencoded: 'plain form',
  }
  const shared = sections.find((text) => text.includes('Errors that any call can return')) ?? ''
  for (const call of referenceCalls) {
    const section = sectionOf(call)
    expect(section, call.path).toContain(`${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`)
    expect(section, call.path).toContain(encodings[call.encoding])
    for (const { status, when } of call.refusals) {
      const told = section.includes(String(status)) ? section : shared
      expect(told, call.path).toContain(String(status))
      expect(section + shared, `${call.path} ${status}`).toContain(when)
    }
  }
})

test('a call lists its input and its answer', () => {
  const signIn = sections.find((text) => text.includes(' 1. Sign in '))
  expect(signIn).toMatch(/password .*at least 6 characters/)
  expect(signIn).toMatch(/pin .*exactly 6 characters/)
  expect(signIn).toContain('data.redirect_url')
  const submit = sections.find((text) => text.includes(' 6. Sign up and pay '))
  expect(submit).toContain('Request, shape 1 of 2')
  expect(submit).toMatch(/idempotency_key .*yes/)
  expect(submit).toMatch(/hosted_lead_management_count .*1 to 20/)
})

test('programs get the same document, without the private calls of our own pages', async () => {
  const answer = await harness.app.inject({ url: '/openapi.json' })
  expect(answer.headers['content-type']).toContain('application/json')
  const document: { openapi: string; paths: object } = answer.json()
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(document.paths).toSorted()).toEqual([
    '/.well-known/oauth-authorization-server',
    '/api/accounts/{number}/entitlements',
    '/api/entitlements',
    '/api/events',
    '/api/me',
    '/integrations/bombbomb/validate_pin/',
    '/oauth/introspect',
    '/oauth/revoke',
    '/oauth/token',
    '/rest/auth/check_agent_email/',
    '/rest/auth/get-login-info-by-email/',
    '/rest/auth/get-signup-context/',
    '/rest/auth/login/',
    '/rest/auth/password_reset/',
    '/rest/auth/password_reset/confirm/{linkToken}/',
    '/rest/auth/sign-up/',
    '/rest/auth/sign-up/submit/',
    '/rest/infrastructure/confirm-smtp-settings/{linkToken}/',
    '/rest/oauth/authorize-zapier/',
    '/rest/oauth/authorize/',
    '/rest/webinars/check-status/',
  ])
})

function textOf(html: string) {
  const text = html.replace(/<!-- -->|<wbr\/>/g, '').replace(/<[^>]*>?/g, ' ')
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}
