import { liveAccounts, newCustomer } from './kit/customer.ts'
import { linkFor } from './kit/password-reset.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test.describe('the mailbox', () => {
  // The frame of a mail allows no scripts, not even the test's; the browser logs that each time.
  test.use({ expectedConsoleErrors: [/sandboxed and the 'allow-scripts' permission is not set/] })

  test('shows a mail as it looks, with links that open outside its frame', { tag: '@demo' }, async ({
    page,
  }) => {
    const link = await linkFor(page.request, 'pastdue@example.com')
    await open(page, '/dev/mailbox/?to=pastdue%40')
    await page
      .getByRole('navigation', { name: 'Mails' })
      .getByRole('link', { name: /password/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/dev\/mailbox\/\?mail=\d+&to=pastdue%40$/)
    await page
      .getByRole('article')
      .frameLocator('iframe')
      .getByRole('link', { name: /password/i })
      .click()
    await expect(page).toHaveURL(link)
  })
})

test('each event of a new account arrives at the sample provider', { tag: '@demo' }, async ({ page }) => {
  await open(page, '/demo/provider/')
  const events = page.getByRole('region', { name: 'Events' })
  const accounts = page.getByRole('region', { name: 'What it knows of the accounts' })
  const buyer = await page.context().newPage()
  await newCustomer(buyer)
  await open(buyer, '/account/')
  const number = /\d{6}$/.exec((await buyer.locator('.who').textContent()) ?? '')?.[0] ?? 'none'
  const known = accounts.getByRole('listitem').filter({ hasText: `Account ${number}` })
  await expect(known).toContainText('1 × triple', { timeout: 30_000 })
  await expect(known.locator('dd').first()).toHaveText('Yes')
  await expect(events.getByRole('listitem').filter({ hasText: number }).first()).toContainText(
    'account.set_up',
  )

  // Without a reload: a cancellation arrives while the page is open.
  const canceled = await buyer.request.post('/rest/account/cancel/', {
    data: { reason: 'It costs too much', details: '' },
  })
  expect(canceled.status(), await canceled.text()).toBe(200)
  const news = events.getByRole('listitem').filter({ hasText: number }).first()
  await expect(news).toContainText('account.canceled', { timeout: 30_000 })
  await expect(known).toContainText('active, ends')
})
