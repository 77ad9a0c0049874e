import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of (?:401|403|404|503)/] })

const agent = { pin: '204518', email: 'agent@example.com' }
const seeAs = (server: { deskUrl: string }, pin = agent.pin) =>
  `${server.deskUrl}/desk/accounts/${pin}/see-as/`
const frameOf = (page: Page) => page.frameLocator('iframe')
const headingOf = (page: Page) => page.getByRole('heading', { name: /You are looking at the pages of/ })
const endButton = (page: Page) => page.getByRole('button', { name: 'End the view' })
const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ })

async function beginView(page: Page, reason = 'A question about a bill') {
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Begin the view' }).click()
  await expect(headingOf(page)).toBeFocused()
  await expect(frameOf(page).locator('html[data-hydrated]')).toBeAttached()
}

test('a helper gives a reason, sees the pages of the owner in a frame, and ends the view', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Begin the view' }).click()
  await expect(page.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/)

  await page.getByLabel('Reason').fill('A question about a bill')
  await pressEnter(page.getByRole('button', { name: 'Begin the view' }))
  await expect(headingOf(page)).toBeFocused()
  const banner = page.getByRole('region', { name: /You are looking at the pages of/ })
  await expect(banner).toContainText(`Owner of account ${agent.pin}. Read-only`)
  await expect(banner).toContainText('Reason: A question about a bill')
  await expect(banner.getByRole('timer')).toHaveText(/^1[45]:\d\d left$/)
  const frame = frameOf(page)
  await expect(frame.getByRole('complementary', { name: 'Read-only view' })).toContainText(
    `account ${agent.pin}`,
  )
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)

  await endButton(page).press('Enter')
  await expect(notice(page)).toHaveText('You ended the view.')
  await expect(notice(page)).toBeFocused()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page)
})

test('in the frame nothing can be changed: a form shows why, and signing out leads back', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  const frame = frameOf(page)
  await frame.locator('html').evaluate(() => location.assign('/account/details/'))
  await expect(frame.getByRole('heading', { level: 1, name: 'Details' })).toBeVisible()
  await expect(frame.locator('html[data-hydrated]')).toBeAttached()
  const form = frame.getByRole('form').or(frame.locator('form.form')).first()
  await form.getByLabel('First name').fill('Somebody')
  await form.getByRole('button', { name: /Save/ }).click()
  await expect(frame.getByText('This is a read-only view. Nothing was changed.')).toBeVisible()

  await frame.locator('form[action="/account/sign-out/"]').evaluate((form: HTMLFormElement) => form.submit())
  await expect(frame.getByRole('heading', { name: 'This is a read-only view.' })).toBeVisible()
  await expectAccessible(page)
  await frame.getByRole('link', { name: 'Back to the account pages' }).click()
  await expect(frame.locator('html[data-hydrated]')).toBeAttached()
  await expect(headingOf(page)).toBeVisible()
})

test('a page of the view that is opened by itself leads to its frame, and without a view to the desk', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  await page.goto(`${server.deskUrl}/account/billing/`)
  await expect(page).toHaveURL(seeAs(server))
  await expect(headingOf(page)).toBeVisible()
  await endButton(page).click()
  await expect(notice(page)).toHaveText('You ended the view.')
  await page.goto(`${server.deskUrl}/account/billing/`)
  await expect(page).toHaveURL(`${server.deskUrl}/desk/`)
})

test('a bill is downloaded, and the frame stays where it was', async ({ page, server }) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  const frame = frameOf(page)
  await frame.locator('html').evaluate(() => location.assign('/account/billing/'))
  await expect(frame.getByRole('heading', { level: 1, name: 'Billing and receipts' })).toBeVisible()
  const pdf = frame.getByRole('link', { name: /as PDF/ }).first()
  const downloading = page.waitForEvent('download')
  await pdf.click()
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(frame.getByRole('heading', { level: 1, name: 'Billing and receipts' })).toBeVisible()
})

test('after 15 minutes the frame is gone, and the page says why', async ({ page, server }) => {
  await signInToDesk(page, server, 'helper')
  await page.clock.install()
  await open(page, seeAs(server))
  await beginView(page)
  await page.clock.runFor(14 * 60_000 + 5_000)
  await expect(page.getByRole('timer')).toHaveText(/^0:\d\d left$/)
  await expect(page.getByText('The view ends in less than one minute.')).toBeAttached()
  await page.clock.runFor(60_000)
  await expect(notice(page)).toHaveText('The view has ended: its 15 minutes are over.')
  await expect(page.locator('iframe')).toHaveCount(0)
  await beginView(page, 'The same question')
})

test('a view in a second tab takes the first one away', async ({ page, server, context }) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  const second = await context.newPage()
  await open(second, seeAs(server, '187733'))
  await beginView(second)
  await expect(frameOf(second).getByRole('complementary', { name: 'Read-only view' })).toContainText('187733')
  await frameOf(page)
    .locator('html')
    .evaluate(() => location.assign('/account/billing/'))
  await expect(notice(page)).toHaveText(/you began another one, perhaps in another tab/)
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(headingOf(second)).toBeVisible()
})

test('a view goes on while the server cannot be asked about it, and ends once it says so', {
  tag: '@wide',
}, async ({ page, server }) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page)
  const answer = async (status: number) => {
    await page.unroute('**/desk/api/see-as/')
    await page.route('**/desk/api/see-as/', (route) => route.fulfill({ status, json: { errors: 'No.' } }))
    const answered = page.waitForResponse('**/desk/api/see-as/')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await (await answered).finished()
  }
  await answer(503)
  await expect(frameOf(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(endButton(page)).toBeVisible()
  await answer(401)
  await expect(notice(page)).toHaveText(/^The view has ended: your session is over/)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('who cannot sign in has no pages to see', async ({ page, server }) => {
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server, '310412'))
  await expect(page.getByRole('region', { name: 'People without pages to see' })).toContainText(
    'cannot sign in while the account is in this state',
  )
  await expect(page.getByRole('button', { name: 'Begin the view' })).toHaveCount(0)
  await expectAccessible(page)
})

test('the customer reads in their own log that somebody looked, and their session is as it was', async ({
  page,
  server,
}) => {
  await signedInAs(page, agent.email)
  await signInToDesk(page, server, 'helper')
  await open(page, seeAs(server))
  await beginView(page, 'A reason that stays with us')
  await endButton(page).click()
  await expect(notice(page)).toHaveText('You ended the view.')
  await open(page, '/account/activity/')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(page.getByText('Began to look at account pages (read-only)').first()).toBeVisible()
  await expect(page.getByText('Stopped looking at account pages').first()).toBeVisible()
  await expect(page.getByText('A reason that stays with us')).toHaveCount(0)
})
