import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, hydrated, open, signedInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.use({ serverEnv: liveAccounts })

test('a customer cancels, gets a verifiable receipt, and then undoes it', async ({
  page,
  browser,
  server,
}) => {
  await signedInAs(page, await newCustomer(page))
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await hydrated(page)
  await page.getByLabel('Why do you want to cancel?').selectOption('It costs too much')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const receipt = tile(page, 'Your receipt')
  await expect(receipt).toContainText(/Reference numberC(-\w{4}){7}Last day\w+ \d+, \d+Further chargesNone/)
  const link = await receipt.getByRole('link', { name: /^C-/ }).getAttribute('href')
  const anyone = await browser.newPage({ baseURL: server.url })
  await anyone.goto(link ?? '')
  await expect(anyone.getByRole('main')).toContainText('There are no further charges.')

  await open(page, '/account/')
  await expect(page.getByRole('main')).toContainText(/Canceled\. Your service runs through \w+ \d+, \d+/)
  await page.getByRole('link', { name: 'Keep my subscription' }).click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Keep my subscription after all' }).click()
  await expect(page).toHaveURL('/account/')
  await expect(tile(page, 'Next charge')).toContainText('$149.00')
  await anyone.reload()
  await expect(anyone.getByRole('main')).toContainText('This cancellation was undone')
  await anyone.close()
})
