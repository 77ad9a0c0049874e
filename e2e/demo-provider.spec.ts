import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('a newcomer sees each event of a new account arrive at the sample provider', async ({ page }) => {
  await open(page, '/demo/provider/')
  const events = page.getByRole('region', { name: 'Events' })
  const accounts = page.getByRole('region', { name: 'What it knows of the accounts' })
  // The sample accounts are told first.
  await expect(events.getByText('account.set_up').first()).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)

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
  await expect(events.getByRole('listitem').first()).toContainText('account.canceled', { timeout: 30_000 })
  await expect(known).toContainText('active, ends')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
})
