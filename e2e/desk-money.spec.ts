import type { Browser, Page } from '@playwright/test'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { signInToDesk } from './kit/desk.ts'
import { mailTo } from './kit/mailbox.ts'
import { expect, hydrated, overflowOf, test } from './kit/visitor.ts'

type Server = Parameters<typeof signInToDesk>[1]

// Chromium logs every refusal that a page asks for.
test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of 409/] })

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })
const dear = { triple_line_power_dialer_count: 3, total: 427 }

/** Opens the dialog of a customer who has just paid, with their bill chosen. */
async function openDialog(
  page: Page,
  server: Server,
  role: OperatorRole,
  plan: Parameters<typeof newCustomer>[1] = {},
) {
  const email = await newCustomer(page, plan)
  const number = /\b\d{6}\b/.exec(await server.admin('account', 'find', email))?.[0] ?? ''
  await signInToDesk(page, server, role)
  await page.goto(`${server.deskUrl}/desk/accounts/${number}/money/`)
  await page.getByRole('link', { name: /^R-\d+$/ }).click()
  await hydrated(page)
  const bill = (await page.getByRole('link', { name: /^R-\d+$/ }).textContent()) ?? ''
  return { email, number, bill }
}

/** Another operator, in a browser of their own. */
async function asOther(browser: Browser, server: Server, role: OperatorRole): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInToDesk(page, server, role)
  return page
}

async function choose(page: Page, action: string, howMuch: string) {
  await page.getByLabel('What to do').selectOption({ label: action })
  await page.getByLabel('How much').selectOption({ label: howMuch })
  await page.getByLabel('Reason').selectOption({ label: 'Goodwill' })
  await page.getByLabel('Why, in your own words').fill('The lines were down')
}

const follow = (page: Page) => page.getByRole('button', { name: 'Show what follows' }).click()

test('before money goes back the page shows the note, what is left, the next bill and the mail, all by keyboard', async ({
  page,
  server,
}) => {
  const { email, bill } = await openDialog(page, server, 'money')
  await expectAccessible(page)
  const bills = region(page, 'Paid bills')
  expect(await bills.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  await choose(page, 'Give credit for the next bill', 'An amount')
  await page.getByLabel('Amount in dollars').fill('ten')
  await follow(page)
  await expect(page.getByText('Enter an amount in dollars, such as 12.50.').first()).toBeVisible()
  await page.getByLabel('Amount in dollars').fill('20')
  await page.keyboard.press('Enter')
  const card = region(page, `Give $20.00 of bill ${bill} as credit`)
  await expect(card.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(card.getByRole('table')).toContainText(`Part of bill ${bill}$20.00`)
  await expect(card).toContainText('$129.00 instead of $149.00')
  await expect(card).toContainText('after $20.00 of credit')
  await expect(card).toContainText('You have a credit of $20.00 for your next bill')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  const done = region(page, `Give $20.00 of bill ${bill} as credit`)
  await expect(done).toBeFocused()
  await expect(done.getByRole('status')).toContainText(/Done\. Credit note N-\d+ was issued/)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await mailTo(page.request, { email, subject: /^You have a credit of \$20\.00 for your next bill$/ })
})

test('a choice that is changed hides what was shown, and lines can be chosen', async ({ page, server }) => {
  const { bill } = await openDialog(page, server, 'admin')
  await choose(page, 'Give credit for the next bill', 'Some lines of the bill')
  await follow(page)
  await expect(page.getByText('Choose at least one line.').first()).toBeVisible()
  await page.getByLabel('Agent access, $10.00').check()
  await follow(page)
  await expect(region(page, `Give $10.00 of bill ${bill} as credit`)).toBeVisible()
  await page.getByLabel('How much').selectOption({ label: 'All that is left of the bill' })
  await expect(region(page, `Give $10.00 of bill ${bill} as credit`)).toHaveCount(0)
})

test('if something changed in between, nothing is done and the page shows it anew', async ({
  page,
  server,
}) => {
  const { bill } = await openDialog(page, server, 'money')
  await choose(page, 'Give credit for the next bill', 'All that is left of the bill')
  await follow(page)
  const why = ['--reason', 'goodwill', '--words', 'A colleague was faster']
  await server.admin('bill', 'refund', bill, '--to', 'credit', '--amount', '49', ...why)
  await page.getByRole('button', { name: `Give $149.00 of bill ${bill} as credit` }).click()
  const card = region(page, `Give $100.00 of bill ${bill} as credit`)
  await expect(card.getByRole('status')).toContainText(`Left of bill ${bill}: $149.00 before, $100.00 now.`)
  await expectAccessible(page)
  await card.getByRole('button', { name: `Give $100.00 of bill ${bill} as credit` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Done.' })).toBeVisible()
})

test.describe('when the answer is lost', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED|status of 404|status of 409/] })

  test('the page finds out what became of it, also after a reload, and it is done once', async ({
    page,
    server,
  }) => {
    const { bill } = await openDialog(page, server, 'admin')
    await choose(page, 'Give credit for the next bill', 'An amount')
    await page.getByLabel('Amount in dollars').fill('30')
    await follow(page)
    await page.route('**/desk/api/money/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.route('**/desk/api/money/outcome/', (route) => route.abort())
    await page.getByRole('button', { name: `Give $30.00 of bill ${bill} as credit` }).dblclick()
    await expect(page.getByRole('alert')).toContainText('We could not find out what became of your request.')
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'Done.' })).toBeVisible()
    await page.getByRole('link', { name: 'Do something else with this account’s money' }).click()
    await expect(page.getByRole('row', { name: new RegExp(bill) })).toContainText('$119.00')
  })
})

test('while the bank has not answered, what is done next has a key of its own', async ({ page, server }) => {
  const { bill } = await openDialog(page, server, 'money')
  const keys: string[] = []
  const give = async (dollars: string) => {
    await choose(page, 'Give credit for the next bill', 'An amount')
    await page.getByLabel('Amount in dollars').fill(dollars)
    await follow(page)
    await page.getByRole('button', { name: `Give $${dollars}.00 of bill ${bill} as credit` }).click()
  }
  await page.route('**/desk/api/money/', async (route) => {
    keys.push(route.request().postDataJSON().order_key)
    const response = await route.fetch()
    const answer = await response.json()
    const isFirst = keys.length === 1
    await route.fulfill({
      response,
      json: isFirst ? { ...answer, data: { ...answer.data, state: 'agreed' } } : answer,
    })
  })
  await give('30')
  await expect(page.getByRole('status')).toContainText('The bank has not answered yet.')
  await page.getByRole('link', { name: 'Do something else with this account’s money' }).click()
  await page.getByRole('link', { name: bill }).click()
  await hydrated(page)
  await give('40')
  await expect(page.getByRole('status')).toContainText('Done.')
  await page.getByRole('link', { name: 'Do something else with this account’s money' }).click()
  await expect(page.getByRole('row', { name: new RegExp(bill) })).toContainText('$79.00')
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('above the limit a second operator agrees, who sees what the first saw', async ({
  page,
  server,
  browser,
}) => {
  const { email, bill } = await openDialog(page, server, 'money', dear)
  const dialog = page.url()
  await choose(page, 'Refund to the card', 'All that is left of the bill')
  await follow(page)
  await expect(page.getByText('A second operator has to agree.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask a second operator' }).click()
  await expect(page.getByRole('status')).toContainText('Nothing is done until another operator agrees')
  await page.getByRole('link', { name: 'See the request' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw the request' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agree and do it' })).toHaveCount(0)

  const other = await asOther(browser, server, 'admin')
  const what = `Refund $427.00 of bill ${bill} to Visa ending in 1111`
  await other.goto(dialog)
  await expect(
    other.getByRole('listitem').filter({ hasText: `${what}, asked for by Mona Reyes` }),
  ).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('main').getByRole('link', { name: 'Approvals' }).click()
  await expectAccessible(other)
  await other.getByRole('link', { name: what }).click()
  await hydrated(other)
  const request = region(other, what)
  await expect(request).toContainText('If the bank has not settled it yet, it is voided')
  await expect(request).toContainText('We refunded $427.00 of receipt')
  await expectAccessible(other)
  await request.getByRole('button', { name: 'Agree and do it' }).click()
  await expect(other.getByText('This field is required').first()).toBeVisible()
  await request.getByLabel('Why, in your own words').fill('Right')
  await request.getByRole('button', { name: 'Agree and do it' }).click()
  await expect(request.getByRole('status')).toContainText('Done.')
  await expect(request).toBeFocused()
  await expectClosed(other, what, /Done Olive Operator/)
  await other.reload()
  await expectClosed(other, what, /Done Olive Operator/)
  await other.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(other)).toBe(0)
  await mailTo(page.request, { email, subject: /^We refunded \$427\.00 of receipt/ })

  await page.getByLabel('Why, in your own words').fill('Too late')
  await page.getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(page.getByRole('alert')).toContainText('This request is closed: Done by Olive Operator.')
  await other.context().close()
})

/** The request has left the list of those that wait, and is on top of those that are closed. */
async function expectClosed(page: Page, what: string, state: RegExp) {
  const closed = region(page, 'Closed').last()
  await expect(page.getByRole('link', { name: what, exact: true })).toHaveCount(1)
  await expect(closed.getByRole('row').nth(1)).toContainText(what)
  await expect(closed.getByRole('row').nth(1)).toContainText(state)
}

test('the first operator withdraws, and readers see it without being able to decide @both', async ({
  page,
  server,
  browser,
}) => {
  const { bill } = await openDialog(page, server, 'money', dear)
  await choose(page, 'Refund to the card', 'All that is left of the bill')
  await follow(page)
  await page.getByRole('button', { name: 'Ask a second operator' }).click()
  await page.getByRole('link', { name: 'See the request' }).click()
  await hydrated(page)
  const reader = await asOther(browser, server, 'reader')
  await reader.goto(page.url())
  await expect(region(reader, new RegExp(`Refund \\$427.00 of bill ${bill}`))).toBeVisible()
  await expect(reader.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByLabel('Why, in your own words').fill('Asked for the wrong account')
  await page.getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(page.getByRole('status')).toContainText('Withdrawn.')
  await reader.goto(`${server.deskUrl}/desk/approvals/`)
  await expect(region(reader, 'Closed').first()).toContainText('Withdrawn')
  await reader.context().close()
})
