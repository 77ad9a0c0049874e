import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'
import { openTenant } from '#server/test-kit/tenants.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const get = (url: string) => harness.app.inject({ method: 'GET', url })
const oddParts = [
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%',
  '%ff',
  '%C0%80',
  '%ED%A0%80',
  'x'.repeat(300),
  'x'.repeat(9_000),
]

test('an undecodable url leads to the sign-in page, like every unknown one', async () => {
  for (const part of oddParts) {
    const response = await get(`/${part}`)
    expect([response.statusCode, response.headers.location], part).toEqual([302, '/login/'])
  }
})

test('a link cut off before its token is an unknown url, for pages and calls [RTE-01]', async () => {
  const cut = Object.values(pages).filter((path) => /^[^:]+:\w+\/$/.test(path))
  expect(cut).toContain(pages['new-password'])
  for (const path of cut) {
    const response = await get(path.replace(/:\w+\/$/, ''))
    expect([response.statusCode, response.headers.location], path).toEqual([302, '/login/'])
  }
  expect((await get('/rest/auth/password_reset/confirm/')).statusCode).toBe(404)
})

test('a password link with an odd or endless token opens the page that says it did not work', async () => {
  for (const part of oddParts) {
    const page = await get(`/password-reset/confirm/${part}/?checked`)
    expect([page.statusCode, valuesIn(page.body).link], part).toEqual([200, 'invalid'])
    expect(page.body, part).toContain('Unfortunately the link did not work')
    const call = await get(`/rest/auth/password_reset/confirm/${part}/`)
    expect([call.statusCode, Object.keys(call.json())], part).toEqual([404, ['error']])
  }
})

test('a receipt with an odd reference opens its page, which does not find it', async () => {
  for (const part of oddParts) {
    const page = await get(`/cancellation/${part}/`)
    expect([page.statusCode, page.body.includes('We could not find this cancellation')], part).toEqual([
      200,
      true,
    ])
  }
})

test('a bill with an odd number is not found, as a page or PDF', async () => {
  const { owner } = await openTenant(harness)
  for (const part of oddParts) {
    for (const sheet of ['', 'bill.pdf']) {
      const { status, html } = await owner.open(`/account/billing/bills/${part}/${sheet}`)
      expect([status, html.startsWith('<!doctype html>')], part).toEqual([404, true])
    }
  }
})

test('an unknown call with an undecodable url is refused in our format', async () => {
  for (const part of oddParts) {
    const response = await get(`/rest/${part}`)
    expect([response.statusCode, response.json()], part).toEqual([
      404,
      { errors: 'This does not exist, or no longer does.' },
    ])
  }
})

test('a query is kept as it came, except for what cannot be stored', async () => {
  const shown = await get('/sign-up/step-1?single=1&plan-name=a%00b')
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('"plan-name":"ab"')
  const cut = await get(`/sign-up/step-1?single=1&plan-name=${'x'.repeat(4_095)}${encodeURIComponent('😀')}`)
  expect(cut.body).toContain(`"plan-name":"${'x'.repeat(4_095)}"`)
})

test('a sign-up step with a trailing slash redirects to the one without, and keeps its plan', async () => {
  for (const step of ['step-1', 'step-2', 'step-5']) {
    const response = await get(`/sign-up/${step}/?triple=2&plan-name=custom`)
    expect([response.statusCode, response.headers.location]).toEqual([
      308,
      `/sign-up/${step}?triple=2&plan-name=custom`,
    ])
  }
})

test('the mailbox of the embedded start shows nothing for an impossible number', async () => {
  const anyone = await openBrowser(harness)
  for (const number of ['9'.repeat(30), '1e99', '-1', 'NaN', '%00', '9223372036854775808', '0x10', 'text']) {
    expect((await anyone.open(`${pages.mailbox}?mail=${number}`)).status, number).toBe(200)
    expect((await anyone.open(`/dev/mailbox/${number}/html`)).status, number).toBe(404)
  }
})
