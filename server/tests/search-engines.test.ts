import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountPageName, accountPages } from '#contract/accounts/account-pages.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const ORDER = '/sign-up/step-1?single=1&lead=1'
const open = (url: string, headers = {}) => harness.app.inject({ url, headers })

test('public pages describe themselves to search engines and social sites', async () => {
  const site = Object.values(harness.site.about.addresses).filter((path) => !/:|webinar-room/.test(path))
  for (const path of ['/login/?mr=1&status=registered', ORDER, '/openapi/', ...site]) {
    const { body, headers } = await open(path)
    const canonical = `http://localhost:3000${path.split('?')[0]}`
    expect(body, path).toContain(`<link rel="canonical" href="${canonical}">`)
    expect(body, path).toMatch(/<title>[^<]+ · [^<]+<\/title>/)
    const [, description = ''] = /<meta name="description" content="([^"]+)">/.exec(body) ?? []
    expect(description.length, path).toBeGreaterThan(20)
    expect(description.length, path).toBeLessThan(160)
    expect(body, path).toContain('<meta property="og:image" content="http://localhost:3000/social-card.png">')
    expect(body, path).toContain('<link rel="icon" type="image/svg+xml" href="/icon.svg">')
    expect(headers, path).not.toHaveProperty('x-robots-tag')
    expect(body, path).not.toContain('noindex')
  }
})

test('all other pages are hidden from search engines, by header and in the page', async () => {
  const { email } = await subscribe(harness, {})
  const person = await signedInAs(harness, { email })
  const cookie = `session=${person.cookies.session}`
  const isPublic = new Set(['sign-in', 'sign-up', 'legacy-sign-up', 'api-reference'])
  for (const [name, address] of Object.entries(pages)) {
    if (isPublic.has(name)) continue
    const parts = { linkToken: 'x'.repeat(43), number: 'none', reference: 'none', step: 'step-1' }
    const isAccount = Object.hasOwn(accountPages, name as AccountPageName)
    const { statusCode, headers, body } = await open(fillPath(address, parts), isAccount ? { cookie } : {})
    if (statusCode !== 200) continue
    expect(headers['x-robots-tag'], name).toBe('noindex, nofollow')
    expect(body, name).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(body, name).not.toContain('rel="canonical"')
  }
})

test('robots.txt is our own text, and the card and the icon are small', async () => {
  const robots = await open('/robots.txt')
  expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(robots.body).toMatch(/^User-agent: \*\nDisallow: \/account\/\n/)
  expect(robots.body).not.toMatch(/Disallow: \/(?:login|sign-up|site|single|password-reset)?\/?$/m)
  const card = await open('/social-card.png')
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png'])
  expect(card.rawPayload.length).toBeLessThan(30_000)
  expect((await open('/icon.svg')).headers['content-type']).toMatch(/^image\/svg\+xml/)
})
