import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'
import { newCustomer } from './kit/customer.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

// The font size that a reader has set in the browser.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'],
  },
})

for (const address of [
  '/login/',
  '/password-reset/',
  '/sign-up/step-1?single=1&lead=1',
  '/site/',
  '/openapi/',
])
  test(`twice the font size of the reader is twice the size of every word at ${address}`, async ({
    page,
  }) => {
    await open(page, address)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('#page *')]
        .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
        .filter((element) => element.checkVisibility())
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 22)
        .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`),
    )
    expect(small).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  })

for (const address of ['/account/', '/account/billing/'])
  test(`twice the font size of the reader leaves the receipts inside their card at ${address}`, {
    tag: '@wide',
  }, async ({ page }) => {
    await newCustomer(page)
    await open(page, address)
    const card = page.locator('.tile').filter({ has: page.locator('.bills') })
    const [table, tile] = await Promise.all([card.locator('.bills').boundingBox(), card.boundingBox()])
    if (!table || !tile) throw new Error('There are no receipts.')
    expect(table.x + table.width).toBeLessThanOrEqual(tile.x + tile.width)
    expect(await overflowOf(page)).toBe(0)
  })

const ACCOUNT = ['', 'plan/', 'billing/', 'details/', 'people/', 'security/', 'activity/', 'apps/', 'cancel/']

test('twice the font size of the reader leaves every page of the account as wide as the screen', async ({
  page,
}) => {
  await signedInAs(page, 'agent@example.com')
  for (const part of ACCOUNT) {
    await open(page, `/account/${part}`)
    expect(await overflowOf(page), `/account/${part}`).toBe(0)
  }
})

test('twice the font size of the reader leaves price and quantity of the plan beside or below each other', async ({
  page,
}) => {
  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/plan/')
  const rows = await page.locator('.pick:has(.stepper)').all()
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const [price, stepper] = await Promise.all([
      row.locator('.price').boundingBox(),
      row.locator('.stepper').boundingBox(),
    ])
    if (!price || !stepper) throw new Error('There is no price, or no quantity.')
    const isBeside = price.x + price.width <= stepper.x || stepper.x + stepper.width <= price.x
    expect(isBeside || price.y + price.height <= stepper.y).toBe(true)
  }
  const buttons = page.locator('.stepper > *')
  expect(
    await buttons.evaluateAll((all) => all.every((one) => one.scrollHeight <= one.clientHeight + 1)),
  ).toBe(true)
})

const DESK = ['', 'webinars/', 'feed/', 'partners/', 'prices/', 'accounts/204518/']

test('twice the font size of the reader leaves every page of the desk as wide as the screen', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'admin')
  for (const part of DESK) {
    await page.goto(`${server.deskUrl}/desk/${part}`)
    expect(await overflowOf(page), `/desk/${part}`).toBe(0)
  }
})
