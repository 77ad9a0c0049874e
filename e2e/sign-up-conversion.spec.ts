import type { BrowserContext } from '@playwright/test'
import { ACCOUNT } from './kit/legacy.ts'
import {
  answer,
  expectRegistered,
  field,
  fillCard,
  goToBilling,
  payNow,
  SUBMIT,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const ANALYTICS = 'http://127.0.0.1:9/collect'
const CONVERSION = 'http://127.0.0.1:9/convert'
const AGENT = 'http://127.0.0.1:9/agent.js'
const registered = { data: { status: 'registered', pin: '204518' } }
const LANDING = '/sign-up/step-1?single=1&back-url=landing'

// In one worker: starting a second server and browser takes longer than these few tests.
test.describe.configure({ mode: 'default' })
test.use({
  serverEnv: {
    ANALYTICS_ID: 'A-1',
    ANALYTICS_URL: ANALYTICS,
    AD_CONVERSION_ID: 'AW-2',
    AD_CONVERSION_URL: CONVERSION,
    ANALYTICS_ID_ELSEWHERE: 'A-8',
    AD_CONVERSION_ID_ELSEWHERE: 'AW-9',
    FRAUD_AGENT_URL: AGENT,
  },
  expectedConsoleErrors: [/status of 404/],
})

test('events and one conversion leave by beacon, with the contact details and the total [EXT-08, EXT-09, PAY-02, PAY-03]', async ({
  page,
  context,
}) => {
  const beacons = await keepBeacons(context)
  await answer(page, SUBMIT, 200, registered)
  const person = await goToBilling(page, {}, LANDING)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  await expect.poll(() => beacons.filter(({ url }) => url === CONVERSION)).toHaveLength(1)
  expect(beacons.find(({ url }) => url === CONVERSION)?.body).toEqual({
    id: 'AW-2',
    email: person.Email,
    phones: ['+13125550148'],
    first_name: 'Dana',
    last_name: 'Whitfield Moore',
    address: '12 Lake Street',
    city: 'Evanston',
    state: 'IL',
    country: 'US',
    postal_code: '60201',
    total: 99,
  })
  const events = beacons.filter(({ url }) => url === ANALYTICS).map(({ body }) => body)
  expect(events).toContainEqual({ id: 'A-1', event: 'page_view', page: '/sign-up/step-1' })
  expect(events).toContainEqual({ id: 'A-1', event: 'sign_up_step', step: 2 })
  expect(events).toContainEqual({ id: 'A-1', event: 'Sign Up', total: 99 })
  expect(events).toContainEqual({ id: 'A-1', event: 'pricing-option-1' })
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(person.Email)
})

test('another host than the production one has identifiers of its own [EXT-10]', { tag: '@wide' }, async ({
  page,
  context,
  server,
}) => {
  const beacons = await keepBeacons(context)
  await answer(page, SUBMIT, 200, registered)
  await goToBilling(page, {}, `http://127.0.0.1:${server.port}${LANDING}`)
  await fillCard(page)
  await payNow(page).click()
  await expect(page).toHaveURL(/127\.0\.0\.1.*status=registered/)
  await expect.poll(() => beacons.find(({ url }) => url === CONVERSION)?.body.id).toBe('AW-9')
  const events = beacons.filter(({ url }) => url === ANALYTICS)
  expect(new Set(events.map(({ body }) => body.id))).toEqual(new Set(['A-8']))
})

test("an external agent's script runs on the billing step only, and its session is sent; without it the order goes all the same [EXT-01, EXT-03]", {
  tag: '@wide',
}, async ({ page, context }) => {
  let isThere = true
  const asked: string[] = []
  await keepBeacons(context)
  await context.route(AGENT, async (route) => {
    asked.push(new URL(page.url()).pathname)
    const body = 'window.seon = { getBase64Session: (answer) => answer(btoa("external session")) }'
    await route.fulfill(isThere ? { contentType: 'text/javascript', body } : { status: 404 })
  })
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policyOf('/login/')).not.toMatch(/script-src[^;]*127\.0\.0\.1:9/)
  expect(await policyOf(LANDING)).toMatch(/script-src[^;]*127\.0\.0\.1:9/)

  await answer(page, SUBMIT, 200, registered)
  const sent = watchBodies(page, SUBMIT)
  for (isThere of [true, false]) {
    await goToBilling(page, {}, LANDING)
    await fillCard(page)
    await payNow(page).click()
    await expectRegistered(page)
  }
  expect(sent.map(({ SEONPayload }) => SEONPayload)).toEqual([btoa('external session'), ''])
  expect(asked).toHaveLength(2)
  for (const path of asked) expect(path).toMatch(/^\/sign-up\/step-/)
})

test('an external agent is asked for a session with a random id and all fingerprints; if it has none, the order is paid without [EXT-02]', {
  tag: '@wide',
}, async ({ page, context }) => {
  await keepBeacons(context)
  const body = `window.seon = {
    config: (options) => { window.configured = options },
    getBase64Session: (answer) => answer(null),
  }`
  await context.route(AGENT, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  const sent = watchBodies(page, SUBMIT)
  await goToBilling(page, {}, LANDING)
  await fillCard(page)
  await expect
    .poll(() => page.evaluate(() => (globalThis as { configured?: unknown }).configured))
    .toEqual({
      session_id: expect.stringMatching(/^[\da-f-]{36}$/),
      audio_fingerprint: true,
      canvas_fingerprint: true,
      webgl_fingerprint: true,
    })
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent.map(({ SEONPayload }) => SEONPayload)).toEqual([''])
})

test('a browser without beacons, or one whose beacons fail, shows both wizards and pays', {
  tag: '@wide',
}, async ({ page, context }) => {
  await keepBeacons(context)
  await answer(page, SUBMIT, 200, registered)
  await page.addInitScript(() => Object.assign(Navigator.prototype, { sendBeacon: undefined }))
  await open(page, ACCOUNT)
  await expect(field(page, 'Email')).toBeVisible()
  await goToBilling(page, {}, LANDING)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)

  await page.addInitScript(() => {
    const sendBeacon = () => {
      throw new Error('No beacons here')
    }
    Object.assign(Navigator.prototype, { sendBeacon })
  })
  for (const address of [ACCOUNT, LANDING]) {
    await open(page, address)
    await expect(field(page, 'Email')).toBeVisible()
  }
})

type Beacon = { url: string; body: Record<string, unknown> }

/** Records what would have been sent to the vendors. */
async function keepBeacons(context: BrowserContext): Promise<Beacon[]> {
  const beacons: Beacon[] = []
  await context.route('http://127.0.0.1:9/**', async (route) => {
    const request = route.request()
    if (request.method() === 'POST')
      beacons.push({ url: request.url(), body: JSON.parse(request.postData() ?? '{}') })
    await route.fulfill({ status: 204 })
  })
  return beacons
}
