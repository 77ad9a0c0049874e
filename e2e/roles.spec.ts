import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appOfOthers } from '#contract/features/connected-apps/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const PASSWORD = 'maple otter brass'
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const row = (page: Page, name: string) =>
  region(page, 'In this account').getByRole('row').filter({ hasText: name })
const dialerRow = (page: Page, name: string) =>
  region(page, 'Dialers').getByRole('row').filter({ hasText: name })
const news = (page: Page, tile: string) => region(page, tile).getByRole('status').first()
const dialog = (page: Page) => page.getByRole('dialog')
const menuOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Your account', includeHidden: true })
    .getByRole('link', { includeHidden: true })

async function newOwner(page: Page, plan: Record<string, number>) {
  await signedInAs(page, await newCustomer(page, plan))
  await expect(page).toHaveURL('/account/')
}

const teamPlan = { hosted_lead_management_count: 4, triple_line_power_dialer_count: 2, total: 318 }

/** Accepts the invitation that was mailed, without a page. */
async function join(page: Page, email: string, name: string) {
  const mail = await mailTo(page.request, { email, subject: /invited you/ })
  const [link = ''] = pathsIn(mail.plain, '/account/invitation/')
  const body = { full_name: name, password: PASSWORD, password_confirm: PASSWORD }
  const answer = await page.request.post(link.replace('/account/', '/rest/account/'), { multipart: body })
  expect(answer.status()).toBe(200)
}

/** Lets the demo partner in as this person, without a page; the result is its access token. */
async function connectPartner(page: Page, email: string): Promise<string> {
  const partner = {
    client_id: 'demo-partner',
    redirect_uri: new URL('/demo/partner/callback', page.url()).href,
  }
  const granted = await page.request.post('/rest/oauth/authorize/', {
    data: { ...partner, email, password: PASSWORD, state: 'x' },
  })
  const { redirect_uri } = (await granted.json()) as { redirect_uri: string }
  const code = new URL(redirect_uri).searchParams.get('code') ?? ''
  const client_secret = 'demo-partner-secret'
  const given = await page.request.post('/oauth/token', {
    form: { ...partner, grant_type: 'authorization_code', code, client_secret },
  })
  return ((await given.json()) as { access_token: string }).access_token
}

/** Invites somebody by a request, and lets them join. */
async function addPerson(page: Page, name: string, role = 'user'): Promise<string> {
  const email = `${name.split(' ')[0]?.toLowerCase()}.${randomUUID().slice(0, 8)}@northshore.example`
  const answer = await page.request.post('/rest/account/people/invite/', { data: { email, role } })
  expect(answer.status()).toBe(200)
  await join(page, email, name)
  return email
}

test('an owner invites a billing manager, who sees money alone, and makes them an admin, who manages users', async ({
  page,
  browser,
  server,
}) => {
  await newOwner(page, teamPlan)
  await open(page, '/account/people/')
  const email = `robin.${randomUUID().slice(0, 8)}@northshore.example`
  const invite = region(page, 'Invite someone')
  await invite.getByLabel('Email').fill(email)
  await invite.getByLabel('Role').selectOption('Billing manager')
  await expectAccessible(page)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(news(page, 'Invite someone')).toHaveText(`We sent an invitation to ${email}.`)
  await expect(row(page, email)).toContainText('Billing manager')
  await join(page, email, 'Robin Hale')

  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const other = await context.newPage()
  await signedInAs(other, email, PASSWORD)
  await expect(other).toHaveURL('/account/')
  const labels = ['Overview', 'Billing', 'Details', 'Connected apps', 'Security', 'Activity']
  await expect(menuOf(other)).toHaveText(labels)
  await expect(region(other, 'Next charge')).not.toContainText('Change plan')
  await expect(region(other, 'Account details')).toContainText('Billing manager')
  await expectAccessible(other)
  await open(other, '/account/people/')
  await expect(other).toHaveURL('/account/')
  await open(other, '/account/billing/')
  await expect(other.getByRole('link', { name: 'Cancel subscription' })).toHaveCount(0)
  await open(other, '/account/details/')
  await expect(region(other, 'On your bills')).toBeVisible()
  await expectAccessible(other)

  await open(page, '/account/people/')
  const change = page.getByRole('button', { name: 'Change the role of Robin Hale' })
  await change.focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Role').selectOption('Admin')
  await expect(dialog(page)).toContainText(
    'An admin manages people, dialers, connected apps, settings and the plan.',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(change).toBeFocused()
  await expect(row(page, 'Robin Hale')).toContainText('Billing manager')
  await change.click()
  await dialog(page).getByLabel('Role').selectOption('Admin')
  await dialog(page).getByRole('button', { name: 'Save role' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(news(page, 'In this account')).toHaveText('Robin Hale is now an admin.')
  await expect(page.getByRole('heading', { name: 'In this account' })).toBeFocused()
  await expect(row(page, 'Robin Hale')).toContainText('Admin')
  await mailTo(page.request, { email, subject: /^You are now an admin of/ })

  await other.reload()
  await expect(region(other, 'On your bills')).toHaveCount(0)
  await open(other, '/account/people/')
  await expect(region(other, 'Invite someone').getByLabel('Role')).toHaveCount(0)
  await expect(row(other, 'Robin Hale').getByRole('button')).toHaveCount(0)
  await expectAccessible(other)
  const invited = `kim.${randomUUID().slice(0, 8)}@northshore.example`
  await region(other, 'Invite someone').getByLabel('Email').fill(invited)
  await other.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row(other, invited)).toContainText('User')
  await other.getByRole('button', { name: `Withdraw ${invited}` }).click()
  await expect(row(other, invited)).toHaveCount(0)
  await other.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(other)).toBe(0)
  await context.close()
})

test('people share a dialer, and a smaller plan says whose ends before it is confirmed', async ({ page }) => {
  await newOwner(page, teamPlan)
  await addPerson(page, 'Ann Roe')
  await addPerson(page, 'Sam Lee')
  await open(page, '/account/people/')
  const dialers = region(page, 'Dialers')
  // Who signs up and who joins get a dialer while there is one that nobody has.
  const [first, second] = [dialerRow(page, 'Triple line dialer 1'), dialerRow(page, 'Triple line dialer 2')]
  await expect(second).toContainText('Ann Roe')
  await expect(dialers).toContainText('while one of them is dialing, the others have to wait')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Share Triple line dialer 2' }).click()
  await expect(dialog(page)).toContainText(
    'Ann Roe has it now and will share it. Only one of them can dial at a time.',
  )
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page).getByLabel('Person')).toHaveAccessibleDescription(/This field is required$/)
  await dialog(page).getByLabel('Person').selectOption('Sam Lee')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(news(page, 'Dialers')).toHaveText('Sam Lee now has Triple line dialer 2.')
  await expect(news(page, 'Dialers')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Dialers' })).toBeFocused()
  await expect(second).toContainText('Shared by 2')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)

  await open(page, '/account/plan/')
  await page.getByRole('button', { name: 'One less: Triple line dialer' }).click()
  const preview = region(page, 'What this means')
  await expect(preview).toContainText(
    /Triple line dialer 2 ends on \w+ \d+, \d{4}\. Ann Roe and Sam Lee share it now and will have no triple line dialer\./,
  )
  await expect(preview).toContainText(
    'Dialers that nobody has end first, then those that were assigned last.',
  )
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await preview.getByRole('button', { name: 'Change my plan' }).click()
  await expect(page.getByText(/^Your plan changes on \w+ \d+, \d{4}\.$/)).toBeVisible()

  await open(page, '/account/people/')
  await expect(second).toContainText(/Shared by 2 · Ends on \w+ \d+/)
  const take = page.getByRole('button', { name: 'Take Triple line dialer 2 from Ann Roe' })
  await take.focus()
  await page.keyboard.press('Enter')
  await expect(news(page, 'Dialers')).toHaveText('Ann Roe no longer has Triple line dialer 2.')
  await expect(page.getByRole('heading', { name: 'Dialers' })).toBeFocused()
  await page.getByRole('button', { name: 'Take Triple line dialer 2 from Sam Lee' }).click()
  await expect(second).toContainText('Nobody')
  await expect(first).not.toContainText('Nobody')
  await expectAccessible(page)
})

test('a plan without dialers says so', { tag: '@wide' }, async ({ page }) => {
  const data = { triple_line_power_dialer_count: 0, reverse_lookup_feature: 1, total: 59 }
  await newOwner(page, data)
  await open(page, '/account/people/')
  await expect(region(page, 'Dialers')).toContainText('Your plan has no dialers.')
  await expectAccessible(page)
  await region(page, 'Dialers').getByRole('link', { name: 'Add a dialer to your plan' }).click()
  await expect(page).toHaveURL('/account/plan/')
})

test.describe('when it does not go through', { tag: '@wide' }, () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('a refused role or dialer is said in the dialog, and nothing changes', async ({ page }) => {
    await newOwner(page, teamPlan)
    await addPerson(page, 'Ann Roe')
    await open(page, '/account/people/')
    const busy = { status: 503, json: { errors: 'We are very busy right now.' } }
    await page.route('**/rest/account/people/role/', (route) => route.fulfill(busy))
    await page.route('**/rest/account/people/dialers/assign/', (route) => route.fulfill(busy))
    await page.getByRole('button', { name: 'Change the role of Ann Roe' }).click()
    await dialog(page).getByLabel('Role').selectOption('Admin')
    await dialog(page).getByRole('button', { name: 'Save role' }).click()
    await expect(dialog(page)).toContainText('We are very busy right now.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Ann Roe')).toContainText('User')
    await page.getByRole('button', { name: 'Share Triple line dialer 1' }).click()
    await dialog(page).getByLabel('Person').selectOption('Ann Roe')
    await expect(dialog(page)).toContainText('Ann Roe gives up Triple line dialer 2 for it.')
    await dialog(page).getByRole('button', { name: 'Share' }).click()
    await expect(dialog(page)).toContainText('We are very busy right now.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialerRow(page, 'Triple line dialer 2')).toContainText('Ann Roe')
  })

  test('an admin who is made a user meanwhile disconnects no app of others, and is told so', async ({
    page,
    browser,
    server,
  }) => {
    await newOwner(page, teamPlan)
    const admin = await addPerson(page, 'Alex Hale', 'admin')
    const token = await connectPartner(page, await addPerson(page, 'Uma Roe'))
    const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
    const other = await context.newPage()
    await signedInAs(other, admin, PASSWORD)
    await expect(other).toHaveURL('/account/')
    await open(other, '/account/apps/')
    await open(page, '/account/people/')
    await page.getByRole('button', { name: 'Change the role of Alex Hale' }).click()
    await dialog(page).getByLabel('Role').selectOption('User')
    await dialog(page).getByRole('button', { name: 'Save role' }).click()
    await expect(row(page, 'Alex Hale')).toContainText('User')

    await other.getByRole('button', { name: 'Disconnect Demo Partner, connected by Uma Roe' }).click()
    await dialog(other).getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog(other).getByRole('alert')).toHaveText(appOfOthers)
    await expectAccessible(other)
    await other.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(other)).toBe(0)
    const asked = await page.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } })
    expect(asked.status()).toBe(200)
    await dialog(other).getByRole('button', { name: 'Cancel' }).click()
    await expect(other.getByRole('heading', { name: 'No apps are connected' })).toBeVisible()
    await expect(other.getByText('is disconnected.')).toHaveCount(0)
    await context.close()
  })
})
