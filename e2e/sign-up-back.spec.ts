import type { BrowserContext, Page } from '@playwright/test'
import {
  cachingBrowser,
  goBackByCache,
  serverWithVendors,
  vendors,
  watchTheCache,
} from './kit/back-forward-cache.ts'
import { goToLegacyBilling } from './kit/legacy.ts'
import {
  expectRegistered,
  field,
  fillCard,
  goToBilling,
  heading,
  LOOK_UP,
  next,
  payNow,
  STEP_1,
  SUBMIT,
  step,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const REVIEW = '/sign-up/review/'
const secrets = /correct horse 7|Peoria|Barista|4111|^Dana Whitfield$/m

// In one worker: starting a second server and browser takes longer than these few tests.
test.describe.configure({ mode: 'default' })
test.use({
  ...cachingBrowser,
  serverEnv: serverWithVendors,
  expectedConsoleErrors: [/ERR_FAILED|ERR_ABORTED/],
})

let sent: Sent
test.beforeEach(async ({ page, context }) => {
  await watchTheCache(page)
  sent = await answerAsVendors(context)
})

const wizards = { new: goToBilling, legacy: goToLegacyBilling }

for (const [wizard, goToPayment] of Object.entries(wizards)) {
  test(`Back after paying in the ${wizard} wizard shows it as paid, empty, and one conversion sent`, async ({
    page,
  }) => {
    await goToPayment(page)
    await fillCard(page)
    await payNow(page).click()
    await expectRegistered(page)
    await goBackByCache(page)
    await expect(heading(page)).toHaveText('You have paid')
    await expect(payNow(page)).toHaveCount(0)
    await expect(next(page)).toHaveCount(0)
    expect(await filledIn(page)).not.toMatch(secrets)
    await page.goForward({ waitUntil: 'commit' })
    await expectRegistered(page)
    await expect.poll(() => sent.conversions).toHaveLength(1)
  })
}

test('leaving during payment and coming back shows first what happened', async ({ page }) => {
  await goToBilling(page)
  await fillCard(page)
  await page.route(`**${SUBMIT}`, () => {})
  const requested = page.waitForRequest(`**${SUBMIT}`)
  await payNow(page).click()
  await requested
  await leave(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${LOOK_UP}`, async (route) => {
    await released
    const data = { status: 'busy.active', message: '', pin: '204518', email: '', order: 'registered' }
    await route.fulfill({ json: { data } })
  })
  await goBackByCache(page)
  expect(await filledIn(page)).not.toMatch(secrets)
  await expect(step(page).locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(heading(page)).toHaveText('You have paid')
  await expect.poll(() => sent.conversions).toHaveLength(1)
})

test('leaving before payment and coming back restores the form without password, answers or card', async ({
  page,
}) => {
  await goToBilling(page)
  await fillCard(page)
  await leave(page)
  await goBackByCache(page)
  await expect(heading(page)).toHaveText('Customer information')
  await expect(page.getByText('we cleared your passwords')).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield Moore')
  expect(await filledIn(page)).not.toMatch(/correct horse 7|Peoria|Barista|4111/)
})

test('going back and forth from a held sign-up shows its status, never the form', async ({
  page,
  context,
}) => {
  const { Email: email = '' } = await goToBilling(page)
  await fillCard(page, { 'Card number': '4000-0000-0000-9235' })
  await payNow(page).click()
  await expect(page).toHaveURL(REVIEW, { timeout: 20_000 })
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(REVIEW)
  await expect(heading(page)).toHaveText('We are checking your sign-up')
  await open(page, '/login/')
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(REVIEW)
  await expect(heading(page)).toHaveText('We are checking your sign-up')

  const second = await context.newPage()
  await open(second, '/sign-up/step-1?single=1')
  await field(second, 'Email').fill(email)
  await field(second, 'Confirm email').focus()
  await expect(second).toHaveURL(REVIEW)
  await second.goBack({ waitUntil: 'commit' })
  await expect(second).not.toHaveURL(/step-1/)
})

test("the content policy allows beacons and the other site's agent, the agent only on sign-up pages [EXT-01, EXT-03, EXT-09]", async ({
  page,
}) => {
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policyOf('/login/')).not.toMatch(/script-src[^;]*127\.0\.0\.1:9/)
  expect(await policyOf(STEP_1)).toMatch(/script-src[^;]*127\.0\.0\.1:9/)

  const orders = watchBodies(page, SUBMIT)
  await open(page, STEP_1)
  expect(sent.agents).toBe(0)
  const person = await goToBilling(page)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(orders).toMatchObject([{ SEONPayload: btoa('external session') }])
  expect(sent.agents).toBe(1)
  await expect.poll(() => sent.conversions).toMatchObject([{ id: 'AW-2', email: person.Email, total: 397 }])
  expect(sent.events).toContainEqual({ id: 'A-1', event: 'Sign Up', total: 397 })
})

/** The values of all fields of the page, hidden steps included. */
function filledIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .map((field) => (field as HTMLInputElement).value)
      .filter((value, index, all) => all.indexOf(value) === index)
      .join('\n'),
  )
}

async function leave(page: Page) {
  await page.evaluate(() => location.assign('/browser_select/'))
  await expect(page).toHaveURL('/browser_select/')
}

/** What left for the vendors. */
type Sent = { conversions: object[]; events: object[]; agents: number }

async function answerAsVendors(context: BrowserContext): Promise<Sent> {
  const sent: Sent = { conversions: [], events: [], agents: 0 }
  const agent = 'window.seon = { getBase64Session: (answer) => answer(btoa("external session")) }'
  await context.route(`${vendors}/**`, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (pathname === '/agent.js') {
      sent.agents += 1
      return route.fulfill({ contentType: 'text/javascript', body: agent })
    }
    if (request.method() === 'POST') {
      const list = pathname === '/convert' ? sent.conversions : sent.events
      list.push(JSON.parse(request.postData() ?? '{}'))
    }
    return route.fulfill({ status: 204 })
  })
  return sent
}
