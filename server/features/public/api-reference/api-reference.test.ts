import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
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
const sectionOf = ({ number, summary }: { number?: number; summary: string }) =>
  sections.find((text) => text.includes(` ${number === undefined ? '' : `${number}. `}${summary} `)) ?? ''

test('the reference tells every call with its number, its method, its path, its encoding and its refusals', () => {
  const encodings = {
    none: 'no body',
    query: 'no body',
    json: 'JSON',
    multipart: 'multipart form',
    urlencoded: 'plain form',
  }
  const shared = sections.find((text) => text.includes('Errors that any call can return')) ?? ''
  for (const call of allCalls) {
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

test('a call lists what it takes and what it answers', () => {
  const signIn = sections.find((text) => text.includes(' 1. Sign in '))
  expect(signIn).toMatch(/password .*at least 6 characters/)
  expect(signIn).toMatch(/pin .*exactly 6 characters/)
  expect(signIn).toContain('data.redirect_url')
  const submit = sections.find((text) => text.includes(' 6. Sign up and pay '))
  expect(submit).toContain('Request, shape 1 of 2')
  expect(submit).toMatch(/idempotency_key .*yes/)
  expect(submit).toMatch(/hosted_lead_management_count .*1 to 20/)
})

test('the same document is there for programs', async () => {
  const answer = await harness.app.inject({ url: '/openapi.json' })
  expect(answer.headers['content-type']).toContain('application/json')
  const document: { openapi: string; paths: object } = answer.json()
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(document.paths)).toContain('/rest/auth/login/')
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
