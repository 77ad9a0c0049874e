import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, hydrated, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.use({ serverEnv: liveAccounts })

test('two screens to leave, a receipt that anyone can check, and a way to stay after all [SUP-40]', async ({
  page,
  browser,
  server,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await hydrated(page)
  await expect(tile(page, 'Or pause it')).toContainText('$10.00 a month instead of $149.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByLabel('Why do you want to cancel?')).toBeFocused()
  await page.getByLabel('Why do you want to cancel?').selectOption('It costs too much')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your subscription is canceled')
  const badge = page.getByText(/^Active until \w+ \d+$/)
  await expect(badge).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(badge).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const receipt = tile(page, 'Your receipt')
  await expect(receipt).toContainText(/Reference numberC(-\w{4}){7}Last day\w+ \d+, \d+Further chargesNone/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  const link = await receipt.getByRole('link', { name: /^C-/ }).getAttribute('href')
  await expect(receipt.getByRole('link', { name: 'Tell us what was missing' })).toHaveAttribute(
    'href',
    /^\/single\/cancellation-feedback\/\?pin=\d{6}$/,
  )
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const anyone = await elsewhere.newPage()
  await open(anyone, link ?? '')
  await expect(anyone.getByRole('main')).toContainText('There are no further charges.')
  await anyone.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(anyone)).toBe(0)
  await expectAccessible(anyone)

  await open(page, '/account/')
  await expect(page.getByRole('main')).toContainText(/Canceled\. Your service runs through \w+ \d+, \d+/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Keep my subscription' }).click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Keep my subscription after all' }).click()
  await expect(page).toHaveURL('/account/')
  await expect(tile(page, 'Next charge')).toContainText('$149.00')
  await anyone.reload()
  await expect(anyone.getByRole('main')).toContainText('This cancellation was undone')
  await elsewhere.close()
})

test('instead of leaving a plan can rest: it says what the pause costs and when it ends, and can end sooner', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await hydrated(page)
  await page.getByLabel('For how long?').selectOption('2 months')
  await page.getByRole('button', { name: 'Put my plan on hold' }).click()
  await expect(page).toHaveURL('/account/')
  const next = tile(page, 'Next charge')
  await expect(next).toContainText('$10.00 on')
  await expect(next).toContainText(
    /On hold from \w+ \d+, \d+, with agent access only\. Your full plan resumes on/,
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await next.getByRole('link', { name: 'Cancel subscription' }).click()
  await hydrated(page)
  await expect(tile(page, 'Or make it smaller')).toBeHidden()
  await expect(tile(page, 'Or pause it')).toBeHidden()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await tile(page, 'Your plan is going on hold').getByRole('link', { name: 'See the hold' }).click()
  await hydrated(page)
  await expect(tile(page, 'Your plan is going on hold')).toContainText('you have agent access only')
  await expect(tile(page, 'Your plan is going on hold')).toContainText('To change it, end the hold first.')
  // Nothing can be added until then.
  await expect(page.getByRole('main')).not.toContainText('What you add is available right away.')
  await page.getByRole('button', { name: 'Do not put it on hold' }).click()
  await expect(page.getByText('Your plan will not go on hold.')).toBeVisible()
  await expect(tile(page, 'Your plan is going on hold')).toBeHidden()
  await open(page, '/account/')
  await expect(next).toContainText('$149.00 on')
  await expect(next).not.toContainText('On hold')
})

test.describe('in two tabs', () => {
  test.use({ expectedConsoleErrors: [/status of 409/] })

  test('an ended account is reactivated with its former plan; its invoices were available all the time', async ({
    page,
    context,
  }) => {
    await signedInAs(page, 'canceled@example.com')
    await expect(page).toHaveURL('/account/reactivate/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Luis')
    await expect(page.getByRole('main')).toContainText('Your account was canceled and has ended.')
    await expect(tile(page, 'What was in it')).toContainText('Monthly total$397.00')
    await expectAccessible(page)
    await page.goto('/account/')
    await expect(page).toHaveURL('/account/reactivate/')
    await page.getByRole('link', { name: 'Bills and receipts' }).click()
    await expect(tile(page, 'Bills and receipts').getByRole('row')).toHaveCount(3)
    await expectAccessible(page)
    await open(page, '/account/reactivate/')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(page)).toBe(0)
    const pay = { name: 'Pay $397.00 with Visa ending in 1111' }
    const otherTab = await context.newPage()
    await open(otherTab, '/account/reactivate/')
    await page.getByRole('button', pay).click()
    await expect(page).toHaveURL('/account/')
    await expect(tile(page, 'Next charge')).toContainText('$397.00')
    // The other tab still offers it. It leads to the account, too, and charges nothing.
    await otherTab.getByRole('button', pay).click()
    await expect(otherTab).toHaveURL('/account/')
    await open(page, '/account/billing/')
    await expect(tile(page, 'Bills and receipts').getByRole('row')).toHaveCount(4)
  })
})
