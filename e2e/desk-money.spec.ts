import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { accountNumberOf, asOther, signInToDesk } from './kit/desk.ts'
import { mailTo } from './kit/mailbox.ts'
import { expect, hydrated, test } from './kit/visitor.ts'

// Chromium logs every refused request of a page.
test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/ERR_FAILED|status of 404/] })

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })

/** Opens the dialog of a customer who has just paid, with their bill selected. */
async function openDialog(
  page: Page,
  server: Parameters<typeof signInToDesk>[1],
  plan: Parameters<typeof newCustomer>[1] = {},
) {
  const email = await newCustomer(page, plan)
  const number = await accountNumberOf(page)
  await signInToDesk(page, server, 'money')
  await page.goto(`${server.deskUrl}/desk/accounts/${number}/money/`)
  await page.getByRole('link', { name: /^R-\d+$/ }).click()
  await hydrated(page)
  const bill = (await page.getByRole('link', { name: /^R-\d+$/ }).textContent()) ?? ''
  return { email, bill }
}

async function showWhatFollows(page: Page, action: string) {
  await page.getByLabel('What to do').selectOption({ label: action })
  await page.getByLabel('How much').selectOption({ label: 'All that is left' })
  await page.getByLabel('Reason').selectOption({ label: 'Goodwill' })
  await page.getByLabel('Why, in your own words').fill('The lines were down')
  await page.getByRole('button', { name: 'Show what follows' }).click()
}

test('a lost answer is found after a reload, and credit is given once', { tag: '@demo' }, async ({
  page,
  server,
}) => {
  const { email, bill } = await openDialog(page, server)
  await showWhatFollows(page, 'Give credit for the next bill')
  await page.route('**/desk/api/money/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.route('**/desk/api/money/outcome/', (route) => route.abort())
  await page.getByRole('button', { name: `Give $149.00 of bill ${bill} as credit` }).dblclick()
  await expect(page.getByRole('alert')).toContainText('We could not find out what became of your request.')
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Done.' })).toBeVisible()
  await mailTo(page.request, { email, subject: /^You have a credit of \$149\.00 for your next bill$/ })
  await page.getByRole('link', { name: 'Do something else with this account’s money' }).click()
  await expect(page.getByRole('row', { name: new RegExp(bill) })).toContainText('$0.00')
})

test('a refund above the limit is made after a second operator agrees to the same preview', {
  tag: '@demo',
}, async ({ page, server, browser }) => {
  const { email, bill } = await openDialog(page, server, { triple_line_power_dialer_count: 3, total: 427 })
  const dialog = page.url()
  await showWhatFollows(page, 'Refund to the card')
  await page.getByRole('button', { name: 'Ask a second operator' }).click()
  await page.getByRole('link', { name: 'See the request' }).click()
  await hydrated(page)

  const other = await asOther(browser, server, 'admin')
  const what = `Refund $427.00 of bill ${bill} to Visa ending in 1111`
  await other.goto(dialog)
  const waiting = other.getByRole('listitem').filter({ hasText: `${what}, asked for by Mona Reyes` })
  await expect(waiting).toBeVisible()
  await other.getByRole('main').getByRole('link', { name: 'Approvals' }).click()
  await other.getByRole('link', { name: what }).click()
  await hydrated(other)
  const request = region(other, what)
  await expect(request).toContainText('We refunded $427.00 of receipt')
  await request.getByLabel('Why, in your own words').fill('Right')
  await request.getByRole('button', { name: 'Agree and do it' }).click()
  await expect(request.getByRole('status')).toContainText('Done.')
  await other.reload()
  await expect(region(other, 'Closed').last().getByRole('row').nth(1)).toContainText(/Done Olive Operator/)
  await other.context().close()
  await mailTo(page.request, { email, subject: /^We refunded \$427\.00 of receipt/ })
})
