import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo } from './kit/mailbox.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const why = ['--reason', 'goodwill', '--words', 'A slow week']

test.use({ serverEnv: liveAccounts })

test('money that goes back is listed with its credit note, and the next charge says that credit pays first', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await open(page, '/account/billing/')
  await expect(tile(page, 'Refunds and credit')).toHaveCount(0)
  const bill = (await page.getByRole('link', { name: /^R-\d+$/ }).textContent()) ?? ''
  const said = await server.admin('bill', 'refund', bill, '--to', 'credit', '--amount', '20', ...why)
  const note = /N-\d+/.exec(said)?.[0] ?? ''
  await mailTo(page.request, { email, subject: /^You have a credit of \$20\.00 for your next bill$/ })

  await open(page, '/account/')
  await expect(tile(page, 'Next charge')).toContainText('uses your credit of $20.00 first')
  await open(page, '/account/billing/')
  const tileOfNotes = tile(page, 'Refunds and credit')
  await expect(tileOfNotes).toContainText('You have a credit of $20.00. Monthly bills use it first.')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)

  await tileOfNotes.getByRole('link', { name: note, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Credit note ${note}` })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('As credit for your next bill')
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
  const pdf = await page.request.get(`/account/billing/credit-notes/${note}/credit-note.pdf`)
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByRole('link', { name: `Receipt ${bill}` }).click()
  await expect(page.getByRole('article')).toContainText('Given as credit')
  await expect(page.getByRole('link', { name: note, exact: true })).toBeVisible()
})

test('a whole refund marks the receipt, and a stranger’s credit note does not exist', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await open(page, '/account/billing/')
  const bill = (await page.getByRole('link', { name: /^R-\d+$/ }).textContent()) ?? ''
  const said = await server.admin('bill', 'refund', bill, '--to', 'card', ...why)
  expect(said).toContain('given back to the card')
  await mailTo(page.request, { email, subject: /^We refunded \$[\d.]+ of receipt/ })
  await open(page, '/account/billing/')
  await expect(tile(page, 'Bills and receipts').getByRole('row').nth(1)).toContainText('Refunded')
  await expect(tile(page, 'Refunds and credit')).toContainText(`Refund to the card for receipt ${bill}`)
  await expectAccessible(page)
  expect((await page.request.get('/account/billing/credit-notes/N-999999/')).status()).toBe(404)
})
