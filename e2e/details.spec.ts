import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo } from './kit/mailbox.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/ERR_FAILED/] })

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The confirmation that a tile shows after saving. */
const savedIn = (region: Locator) => region.getByRole('status').filter({ hasText: /saved/i })

async function detailsOf(page: Page): Promise<string> {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await expect(page).toHaveURL('/account/')
  await page.getByRole('link', { name: 'Edit details' }).click()
  await expect(page).toHaveURL('/account/details/')
  await open(page, '/account/details/')
  return email
}

test('the owner edits name and company by keyboard; what is wrong is said at its field, and the rest is kept', async ({
  page,
}) => {
  await detailsOf(page)
  await expectAccessible(page)
  const name = tile(page, 'Your name')
  await name.getByLabel('First name').fill('Bożena')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(savedIn(name)).toHaveText('Your name is saved.')
  await name.getByLabel('Last name').fill('Kos')
  await expect(savedIn(name)).toHaveCount(0)

  const company = tile(page, 'Company')
  await company.getByLabel('Company').fill('Żółć & Daughters')
  await company.getByLabel('Zip').fill('1')
  await page.keyboard.press('Enter')
  await expect(company.getByLabel('Zip')).toBeFocused()
  await expect(company.getByLabel('Zip')).toHaveAccessibleDescription('Enter a valid zip code')
  await expect(company.getByLabel('Company')).toHaveValue('Żółć & Daughters')
  await expectAccessible(page)
  await company.getByLabel('Zip').fill('H2X 1Y4')
  await company.getByLabel('State').selectOption('QC')
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect(savedIn(company)).toContainText('Your company details are saved.')
  await expect(page.getByRole('banner')).toContainText('Żółć & Daughters ·')
  await expectAccessible(page)

  await page.goto('/account/')
  await page.goBack()
  await expect(company.getByLabel('Company')).toHaveValue('Żółć & Daughters')
  await expect(company.getByLabel('Province')).toHaveValue('QC')
})

test('what was saved is said on the screen: by Enter in a field of a low window, and by a second try after a lost connection', {
  tag: '@wide',
}, async ({ page }) => {
  await detailsOf(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await tile(page, 'Your name').getByLabel('First name').fill('Joan')
  await page.keyboard.press('Enter')
  await expect(savedIn(tile(page, 'Your name'))).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1280, height: 700 })
  const company = tile(page, 'Company')
  const save = company.getByRole('button', { name: 'Save company' })
  await page.route('**/rest/account/**', (route) => route.abort(), { times: 1 })
  await save.press('Enter')
  await expect(company.getByRole('alert')).toHaveText('Network Error')
  await expect(save).not.toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(savedIn(company)).toBeInViewport({ ratio: 1 })
})

test('an address of its own, a tax number and a contact for bills; bills already issued stay as they are', async ({
  page,
  request,
}) => {
  const email = await detailsOf(page)
  const bills = tile(page, 'On your bills')
  await expect(bills.getByLabel('Billing address')).toHaveCount(0)
  await bills.getByLabel('Use the company’s address on bills').uncheck()
  await bills.getByLabel('Billing contact email').fill(email)
  await bills.getByRole('button', { name: 'Save for bills' }).click()
  await expect(bills.getByLabel('Billing address')).toBeFocused()
  await expect(bills.getByLabel('Billing contact email')).toHaveAccessibleDescription(
    /The owner already gets these emails/,
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)

  const contact = `books.${randomUUID().slice(0, 8)}@ledger.example`
  await bills.getByLabel('Billing address').fill('1 Ledger Lane')
  await bills.getByLabel('City').fill('Springfield')
  await bills.getByLabel('State').selectOption('IL')
  await bills.getByLabel('Zip').fill('62701')
  await bills.getByLabel('Tax number').fill('12-3456789')
  await bills.getByLabel('Billing contact email').fill(contact)
  await bills.getByRole('button', { name: 'Save for bills' }).click()
  await expect(savedIn(bills)).toContainText('Bills already issued do not change')
  await mailTo(request, { email: contact, subject: /^You are now the billing contact for/ })
  await mailTo(request, { email, subject: /^Your billing contact was changed$/ })
  await page.reload()
  await expect(bills.getByLabel('Tax number')).toHaveValue('12-3456789')

  await open(page, '/account/billing/')
  await page
    .getByRole('link', { name: /^R-\d+$/ })
    .first()
    .click()
  const bill = page.getByRole('article')
  await expect(bill).toContainText('Billed to')
  await expect(bill).not.toContainText('1 Ledger Lane')
  await expect(bill.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1', '$139.00', '$139.00'])
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
})

test.describe('without a network', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource|ERR_/] })

  test('a save that is lost says so, keeps what was typed, and works when it is sent again', async ({
    page,
  }) => {
    await detailsOf(page)
    const company = tile(page, 'Company')
    await company.getByLabel('Company').fill('Lost and Found')
    await page.route('**/rest/account/details/', (route) => route.abort())
    await company.getByRole('button', { name: 'Save company' }).click()
    await expect(company.getByRole('alert')).toContainText('Network Error')
    await expect(company.getByLabel('Company')).toHaveValue('Lost and Found')
    await expect(savedIn(company)).toHaveCount(0)
    await page.unroute('**/rest/account/details/')
    await company.getByRole('button', { name: 'Save company' }).click()
    await expect(savedIn(company)).toContainText('saved')
  })
})

test('of two tabs the one that saves last counts, and a tile saves nothing of the others', async ({
  page,
  context,
}) => {
  await detailsOf(page)
  const other = await context.newPage()
  await open(other, '/account/details/')
  await tile(page, 'Your name').getByLabel('First name').fill('First')
  await tile(page, 'Your name').getByRole('button', { name: 'Save name' }).click()
  await expect(savedIn(tile(page, 'Your name'))).toHaveText('Your name is saved.')
  await tile(other, 'Company').getByLabel('Company').fill('From the other tab')
  await tile(other, 'Company').getByRole('button', { name: 'Save company' }).click()
  await expect(savedIn(tile(other, 'Company'))).toContainText('saved')
  await page.reload()
  await expect(tile(page, 'Your name').getByLabel('First name')).toHaveValue('First')
  await expect(tile(page, 'Company').getByLabel('Company')).toHaveValue('From the other tab')
})
