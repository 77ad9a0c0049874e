import type { BrowserContext } from '@playwright/test'
import {
  answer,
  expectRegistered,
  fillCard,
  goToBilling,
  payNow,
  STEP_1,
  SUBMIT,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const ANALYTICS = 'http://127.0.0.1:9/collect'
const CONVERSION = 'http://127.0.0.1:9/convert'
const AGENT = 'http://127.0.0.1:9/agent.js'

test.use({
  serverEnv: {
    TRUST_PROXY: '1',
    ANALYTICS_ID: 'A-1',
    ANALYTICS_URL: ANALYTICS,
    AD_CONVERSION_ID: 'AW-2',
    AD_CONVERSION_URL: CONVERSION,
    FRAUD_AGENT_URL: AGENT,
  },
})

test('beacons and an external agent get past the policy, the agent on sign-up pages only [EXT-01, EXT-03, EXT-09]', async ({
  page,
  context,
}) => {
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policyOf('/login/')).not.toMatch(/script-src[^;]*127\.0\.0\.1:9/)
  expect(await policyOf(STEP_1)).toMatch(/script-src[^;]*127\.0\.0\.1:9/)

  const beacons = await keepBeacons(context)
  const agentAsked = await answerAsAgent(context)
  await answer(page, SUBMIT, 200, { data: { status: 'registered', pin: '204518' } })
  const sent = watchBodies(page, SUBMIT)
  await open(page, STEP_1)
  expect(agentAsked).toEqual([])
  const person = await goToBilling(page)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent).toMatchObject([{ SEONPayload: btoa('external session') }])
  expect(agentAsked).toEqual([AGENT])
  await expect.poll(() => beacons.filter(({ url }) => url === CONVERSION)).toHaveLength(1)
  const conversion = beacons.find(({ url }) => url === CONVERSION)?.body
  expect(conversion).toMatchObject({ id: 'AW-2', email: person.Email, total: 397 })
  const events = beacons.filter(({ url }) => url === ANALYTICS).map(({ body }) => body)
  expect(events).toContainEqual({ id: 'A-1', event: 'Sign Up', total: 397 })
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

/** Serves the agent's script, and records each request for it. */
async function answerAsAgent(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  const body = 'window.seon = { getBase64Session: (answer) => answer(btoa("external session")) }'
  await context.route(AGENT, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  return asked
}
