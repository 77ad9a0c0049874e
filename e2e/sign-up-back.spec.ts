import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cachingBrowser, goBackByCache, watchTheCache } from './kit/back-forward-cache.ts'
import { ACCOUNT, fillLegacyCard, goToLegacyBilling } from './kit/legacy.ts'
import {
  customer,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  LOOK_UP,
  next,
  payNow,
  SAVE,
  STEP_1,
  SUBMIT,
  step,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const CONVERSION = 'http://127.0.0.1:9/convert'
const warning = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
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

test('the Warning about an unfinished sign-up is closed when the page is left, with the password behind it', async ({
  page,
}) => {
  await open(page, STEP_1)
  await field(page, 'Email').fill('unfinished@example.com')
  await field(page, 'Email').press('Tab')
  await warning(page).getByRole('button', { name: 'Cancel' }).click()
  await fillAll(page, customer({ Email: 'unfinished@example.com' }))
  await next(page).click()
  await expect(warning(page)).toBeVisible()
  await page.evaluate(() => location.assign('/browser_select/'))
  await expect(page).toHaveURL('/browser_select/')
  const saved = watchBodies(page, SAVE)
  await goBackByCache(page)
  await expect(warning(page)).toBeHidden()
  await expect(page.getByText('we cleared your passwords')).toBeVisible()
  expect(await filledIn(page)).not.toMatch(secrets)
  await expectAccessible(page)
  await next(page).click()
  await expect(field(page, 'Account password')).toHaveAccessibleDescription(/This field is required/)
  await fillAll(page, {
    'Account password': 'another horse 8',
    'Confirm password': 'another horse 8',
    'Answer to the first question': 'Joliet',
    'Answer to the second question': 'Florist',
  })
  await next(page).click()
  await warning(page).getByRole('button', { name: 'Proceed' }).click()
  await expect(heading(page)).toHaveText('Billing')
  expect(saved).toEqual([expect.objectContaining({ password: 'another horse 8' })])
})

test('the Warning of the legacy wizard is closed when the page is left', { tag: '@wide' }, async ({
  page,
}) => {
  await open(page, ACCOUNT)
  await field(page, 'Email').fill('unfinished@example.com')
  await next(page).click()
  await expect(warning(page)).toBeVisible()
  await page.evaluate(() => location.assign('/browser_select/'))
  await expect(page).toHaveURL('/browser_select/')
  await goBackByCache(page)
  await expect(warning(page)).toBeHidden()
  await next(page).click()
  await expect(warning(page)).toBeVisible()
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
