import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts } from './kit/customer.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of (?:400|403|409)/] })

const outcome = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first()
const dialog = (page: Page) => page.getByRole('dialog')

async function opened(page: Page, server: { deskUrl: string }, word: string) {
  await open(page, `${server.deskUrl}/desk/${word}/`)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

/** Answers the open question with a reason. */
async function confirm(page: Page, verb: string) {
  await dialog(page).getByLabel('Reason').fill('Asked for in a meeting')
  await pressEnter(dialog(page).getByRole('button', { name: verb, exact: true }))
  await expect(dialog(page)).toBeHidden()
  await expect(outcome(page)).toBeFocused()
}

test('an admin changes the system status after a preview, and people read it', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'settings')
  await pressEnter(page.getByRole('button', { name: 'Change the system status' }))
  await dialog(page).getByLabel('Text').fill('Calls are delayed')
  await expect(dialog(page).getByText('System status: Calls are delayed')).toBeVisible()
  await expectAccessible(page)
  await confirm(page, 'Change')
  await expect(outcome(page)).toHaveText('System status changed.')
  await open(page, '/login/')
  await expect(page.getByText('System status: Calls are delayed').first()).toBeAttached()
  await opened(page, server, 'settings')
  await page.getByRole('button', { name: 'Restore the default system status' }).click()
  await confirm(page, 'Restore the default')
  await expect(page.getByText('System status: Normal')).toBeVisible()
})

test('a helper overrides a training and lets the schedule apply again', async ({ page, server }) => {
  await signInToDesk(page, server, 'helper')
  await opened(page, server, 'webinars')
  const morning = page.getByRole('region', { name: 'Morning training' })
  await pressEnter(morning.getByRole('button', { name: /Override the schedule/ }))
  await dialog(page).getByLabel('Show it as').selectOption('active')
  await expectAccessible(page)
  await confirm(page, 'Override')
  await expect(morning).toContainText('until it is removed')
  await morning.getByRole('button', { name: /Remove the override/ }).click()
  await confirm(page, 'Remove the override')
  await expect(morning).toContainText('None')
})

test('new prices show what changes before they are set, and a coming list is removed', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'prices')
  const form = page.getByRole('region', { name: 'Set prices' })
  await form.getByLabel('Takes effect (UTC)').fill('2030-01-01T00:00')
  await form.getByLabel('Single line dialer').fill('95.50')
  const changes = form.getByRole('region', { name: 'What changes' })
  await expect(changes).toContainText('$89.00')
  await expect(changes).toContainText('$95.50')
  await form.getByLabel('Triple line dialer').fill('much')
  await form.getByLabel('Reason').fill('Board of November')
  await pressEnter(form.getByRole('button', { name: 'Set these prices' }))
  await expect(form.getByText(/Enter dollars from 0 to 10000/).first()).toBeVisible()
  await form.getByLabel('Triple line dialer').fill('')
  await pressEnter(form.getByRole('button', { name: 'Set these prices' }))
  await expect(outcome(page)).toContainText('The new prices apply from 2030-01-01')
  await expectAccessible(page)
  await page.getByRole('button', { name: /Remove the list from Jan 1, 2030/ }).click()
  await confirm(page, 'Remove')
  await expect(page.getByText('No other prices are planned.')).toBeVisible()
})

test('a partner is registered, its secret is shown once and gone after Back', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'partners')
  await pressEnter(page.getByRole('button', { name: 'Register a partner' }))
  const name = `Mailer ${Date.now()}`
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Redirect URIs').fill('https://mailer.example/callback')
  await expectAccessible(page)
  await confirm(page, 'Register')
  const secret = (await outcome(page).locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^\S{20,}$/)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await open(page, `${server.deskUrl}/desk/settings/`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Partners' })).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  const partner = page.getByRole('region', { name })
  await partner.getByRole('button', { name: `Disable ${name}` }).click()
  await confirm(page, 'Disable')
  await expect(partner).toContainText('Disabled since')
})

test('a new secret is shown although the list of partners cannot be read, and the page says what to do', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'partners')
  await page.route('**/desk/api/partners/**', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, values: undefined } } })
  })
  await pressEnter(page.getByRole('button', { name: 'Register a partner' }))
  const name = `Late ${Date.now()}`
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Redirect URIs').fill('https://late.example/callback')
  await confirm(page, 'Register')
  await expect(outcome(page).locator('code')).toHaveText(/^\S{20,}$/)
  await expect(outcome(page)).toContainText(
    'The rest of this page could not be refreshed. After you have copied it, reload the page to see the change.',
  )
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.reload()
  const partner = page.getByRole('region', { name })
  await partner.getByRole('button', { name: `Require PKCE for ${name}` }).click()
  await confirm(page, 'Require PKCE')
  await expect(outcome(page)).toContainText('could not be refreshed. Reload the page to see the change.')
})

test('jobs and the feed have a page each; an endpoint is added and removed', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'jobs')
  await expect(page.getByText('No job has failed in the past two days.')).toBeVisible()
  await opened(page, server, 'feed')
  await pressEnter(page.getByRole('button', { name: 'Add an endpoint' }))
  const url = `https://dialer.example.com/${Date.now()}`
  await dialog(page).getByLabel('URL').fill(url)
  await confirm(page, 'Add')
  await expect(outcome(page)).toContainText('whsec_')
  const endpoint = page.getByRole('region', { name: /^Endpoint \d+$/ }).filter({ hasText: url })
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await endpoint.getByRole('button', { name: /Remove endpoint/ }).click()
  await confirm(page, 'Remove')
  await expect(endpoint).toHaveCount(0)
})

test('an admin invites an operator by a link that is shown once, and finds it in the audit log', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'operators')
  await expect(page.getByRole('row', { name: /operator@example.com/ })).toContainText('This is you')
  await pressEnter(page.getByRole('button', { name: 'Invite an operator' }))
  const email = `new${Date.now()}@example.com`
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Name').fill('Kim Lee')
  await dialog(page).getByLabel('Role').selectOption('helper')
  await expectAccessible(page)
  await confirm(page, 'Invite')
  await expect(outcome(page)).toContainText('/desk/start/')
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Not set up yet')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)

  await opened(page, server, 'audit')
  const filter = page.getByRole('form', { name: 'Filter' })
  await filter.getByLabel('Action').fill('operator-added')
  await filter.getByLabel('Operator').fill('operator@example.com')
  await pressEnter(filter.getByRole('button', { name: 'Filter' }))
  const entry = page.getByRole('row').filter({ hasText: email })
  await expect(entry).toContainText('operator@example.com')
  await expect(entry).toContainText('Asked for in a meeting')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).press('Enter')
  expect((await downloading).suggestedFilename()).toBe('audit.csv')
  await filter.getByLabel('Account number').fill('999999')
  await filter.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('alert')).toHaveText('There is no account 999999. Enter its six-digit number.')
})

test('free access above the limit is asked for, agreed to and ended, and a fraud mark set and removed', async ({
  page,
  server,
  browser,
}) => {
  await signInToDesk(page, server, 'admin')
  await opened(page, server, 'accounts/204518/access')
  const free = page.getByRole('region', { name: 'Free access' })
  await pressEnter(free.getByRole('button', { name: 'Give free access' }))
  await expectAccessible(page)
  await expect(dialog(page)).toContainText('Above $250.00, a second operator has to agree first.')
  await confirm(page, 'Give free access')
  await expect(outcome(page)).toContainText('This is above the limit.')
  await expect(free).toContainText('waiting for a second operator')
  const second = await (await browser.newContext()).newPage()
  await signInToDesk(second, server, 'money')
  await opened(second, server, 'approvals')
  await second.getByRole('link', { name: 'Make the plan free of charge' }).click()
  await second.getByLabel('Why, in your own words').fill('Seen and right')
  await pressEnter(second.getByRole('button', { name: 'Agree and do it' }))
  await expect(second.getByRole('region', { name: 'Make the plan free of charge' })).toContainText('Done.')
  await second.context().close()
  await opened(page, server, 'accounts/204518/access')
  await expect(free).toContainText('free of charge')
  await free.getByRole('button', { name: 'End free access' }).click()
  await confirm(page, 'End free access')
  const fraud = page.getByRole('region', { name: 'Fraud' })
  await fraud.getByRole('button', { name: 'Close for fraud' }).click()
  await confirm(page, 'Close for fraud')
  await expect(fraud).toContainText('An operator')
  await expectAccessible(page)
  await fraud.getByRole('button', { name: 'Remove the mark' }).click()
  await confirm(page, 'Remove the mark')
  await expect(outcome(page)).toContainText('The account is now Active.')
})

test('operators and the audit log fit a narrow screen, with the title of each cell @wide', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signInToDesk(page, server, 'admin')
  for (const [word, list, title] of [
    ['operators', 'Operators', 'Role'],
    ['audit', 'Entries', 'Who'],
  ] as const) {
    await opened(page, server, word)
    const region = page.getByRole('region', { name: list })
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const cell = await region
      .locator('tbody td')
      .first()
      .evaluate((element) => {
        const { content, width } = getComputedStyle(element, '::before')
        return {
          content,
          isBeside: Number.parseFloat(getComputedStyle(element).paddingLeft) > Number.parseFloat(width),
        }
      })
    expect(cell).toEqual({ content: `"${title}"`, isBeside: true })
  }
})
