import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cachingBrowser, goBackByCache, watchTheCache } from './kit/back-forward-cache.ts'
import { fillLegacyCard, goToLegacyBilling } from './kit/legacy.ts'
import {
  expectRegistered,
  field,
  fillCard,
  goToBilling,
  heading,
  LOOK_UP,
  next,
  payNow,
  SUBMIT,
  step,
} from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

const CONVERSION = 'http://127.0.0.1:9/convert'
const secrets = /correct horse 7|Peoria|Barista|4111|^Dana Whitfield$/m

// In one worker: starting a second server and browser takes longer than these few tests.
test.describe.configure({ mode: 'default' })
test.use({
  ...cachingBrowser,
  serverEnv: { AD_CONVERSION_ID: 'AW-2', AD_CONVERSION_URL: CONVERSION },
  expectedConsoleErrors: [/ERR_FAILED|ERR_ABORTED/],
})
test.beforeEach(({ page }) => watchTheCache(page))

const wizards = {
  'the new wizard': async (page: Page) => {
    await goToBilling(page)
    await fillCard(page)
  },
  'the legacy wizard': async (page: Page) => {
    await goToLegacyBilling(page)
    await fillLegacyCard(page)
  },
}

for (const [wizard, goToPayment] of Object.entries(wizards)) {
  test(`Back after paying in ${wizard}: it is paid, nothing is filled in, and one conversion has left`, async ({
    page,
    context,
  }) => {
    const conversions = await keepConversions(context)
    await goToPayment(page)
    await payNow(page).click()
    await expectRegistered(page)
    await goBackByCache(page)
    await expect(heading(page)).toHaveText('You have paid')
    await expect(payNow(page)).toHaveCount(0)
    await expect(next(page)).toHaveCount(0)
    expect(await filledIn(page)).not.toMatch(secrets)
    await expectAccessible(page)
    await page.goForward({ waitUntil: 'commit' })
    await expectRegistered(page)
    await expect.poll(() => conversions).toHaveLength(1)
  })

  test(`who leaves ${wizard} in the midst of paying and comes back is told first what happened`, async ({
    page,
    context,
  }) => {
    const conversions = await keepConversions(context)
    await goToPayment(page)
    await page.route(`**${SUBMIT}`, () => {})
    const asked = page.waitForRequest(`**${SUBMIT}`)
    await payNow(page).click()
    await asked
    await page.evaluate(() => location.assign('/browser_select/'))
    await expect(page).toHaveURL('/browser_select/')
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
    await expect.poll(() => conversions).toHaveLength(1)
  })
}

test('who leaves before paying and comes back finds what they typed, but no password, answer or card', async ({
  page,
}) => {
  await wizards['the new wizard'](page)
  await page.evaluate(() => location.assign('/browser_select/'))
  await expect(page).toHaveURL('/browser_select/')
  await goBackByCache(page)
  await expect(heading(page)).toHaveText('Customer information')
  await expect(page.getByText('we cleared your passwords')).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield Moore')
  expect(await filledIn(page)).not.toMatch(/correct horse 7|Peoria|Barista|4111/)
  await expectAccessible(page)
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

async function keepConversions(context: BrowserContext): Promise<string[]> {
  const conversions: string[] = []
  await context.route('http://127.0.0.1:9/**', async (route) => {
    if (route.request().method() === 'POST') conversions.push(route.request().url())
    await route.fulfill({ status: 204 })
  })
  return conversions
}
