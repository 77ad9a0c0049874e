import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { outcomeOn, signInToDesk } from './kit/desk.ts'
import { expect, hydrated, open, signedInAs, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of (?:401|403|404)/] })

const agent = { pin: '204518', email: 'agent@example.com' }
const seeAs = (server: { deskUrl: string }, pin = agent.pin) =>
  `${server.deskUrl}/desk/accounts/${pin}/see-as/`
const frameOf = (page: Page) => page.frameLocator('iframe')
const headingOf = (page: Page) => page.getByRole('heading', { name: /You are looking at the pages of/ })

async function beginView(page: Page, reason = 'A question about a bill') {
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Begin the view' }).click()
  await expect(headingOf(page)).toBeFocused()
  await expect(frameOf(page).locator('html[data-hydrated]')).toBeAttached()
}

async function endView(page: Page) {
  await page.getByRole('button', { name: 'End the view' }).click()
  await expect(outcomeOn(page)).toHaveText('You ended the view.')
}

test("a helper views a customer's pages; the customer sees that somebody looked, but not why", {
  tag: '@narrow',
}, async ({ page, server }) => {
  await signedInAs(page, agent.email)
  await signInToDesk(page, server, 'helper')
  await page.getByLabel(/^Find an account/).fill('  AGENT@example.com ')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'See as' }).click()
  await hydrated(page)
  await beginView(page, 'A reason that stays with us')
  const frame = frameOf(page)
  await expect(frame.getByRole('complementary', { name: 'Read-only view' })).toContainText(agent.pin)
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await endView(page)
  await expect(page.locator('iframe')).toHaveCount(0)

  await open(page, '/account/activity/')
  await expect(page.getByText('Began to look at account pages (read-only)').first()).toBeVisible()
  await expect(page.getByText('Stopped looking at account pages').first()).toBeVisible()
  await expect(page.getByText('A reason that stays with us')).toHaveCount(0)
})

test('inside the frame, bills download, forms are refused, and signing out leads back', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  const frame = frameOf(page)
  const go = (path: string) => frame.locator('html').evaluate((_, to) => location.assign(to), path)
  await go('/account/billing/')
  const heading = frame.getByRole('heading', { level: 1, name: 'Billing and receipts' })
  // The previous page has bills as well.
  await expect(heading).toBeVisible()
  const downloading = page.waitForEvent('download')
  await frame
    .getByRole('link', { name: /as PDF/ })
    .first()
    .click()
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(heading).toBeVisible()

  await go('/account/details/')
  await expect(frame.getByRole('heading', { level: 1, name: 'Details' })).toBeVisible()
  await expect(frame.locator('html[data-hydrated]')).toBeAttached()
  const form = frame.getByRole('form').or(frame.locator('form.form')).first()
  await form.getByLabel('First name').fill('Somebody')
  await form.getByRole('button', { name: /Save/ }).click()
  await expect(frame.getByText('This is a read-only view. Nothing was changed.')).toBeVisible()

  await frame.locator('form[action="/account/sign-out/"]').evaluate((out: HTMLFormElement) => out.submit())
  await expect(frame.getByRole('heading', { name: 'This is a read-only view.' })).toBeVisible()
  await frame.getByRole('link', { name: 'Back to the account pages' }).click()
  await expect(frame.locator('html[data-hydrated]')).toBeAttached()
  await expect(headingOf(page)).toBeVisible()
})

test("a view's page opened directly leads to its frame; a second tab takes over the view", async ({
  page,
  server,
  context,
}) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  await page.goto(`${server.deskUrl}/account/billing/`)
  await expect(page).toHaveURL(seeAs(server))
  await expect(frameOf(page).locator('html[data-hydrated]')).toBeAttached()

  const second = await context.newPage()
  await open(second, seeAs(server, '187733'))
  await beginView(second)
  await expect(frameOf(second).getByRole('complementary', { name: 'Read-only view' })).toContainText('187733')
  await frameOf(page)
    .locator('html')
    .evaluate(() => location.assign('/account/billing/'))
  await expect(outcomeOn(page)).toHaveText(/you began another one, perhaps in another tab/)
  await expect(page.locator('iframe')).toHaveCount(0)
  await endView(second)
  await second.goto(`${server.deskUrl}/account/billing/`)
  await expect(second).toHaveURL(`${server.deskUrl}/desk/`)
})
