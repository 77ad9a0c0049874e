import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signNotice } from '../server/test-kit/payments.ts'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo } from './kit/mailbox.ts'
import { expect, hydrated, open, overflowOf, signedInAs, signInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

/** The gateway posts a signed notice. */
async function tell(page: Page, notice: object) {
  const { payload, signature } = signNotice({ kind: 'dispute', amount: 0, ...notice })
  const form = { bt_payload: payload, bt_signature: signature }
  expect((await page.request.post('/rest/gateway/notices/', { form })).status()).toBe(200)
}

test('a customer whose disputed payment was confirmed signs in again and sees it on the billing page', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const shown = await server.admin('account', 'show', email)
  const reference = /charge-[\w-]+/.exec(shown)?.[0] ?? ''
  const dispute = `dp-${Date.now()}`
  const said = { reference, dispute, reason: 'not_recognized', openedOn: '2026-11-02', replyBy: '2026-11-20' }
  await tell(page, { ...said, state: 'opened' })
  await mailTo(page.request, { email, subject: /^Your account was closed because of a disputed charge$/ })
  await open(page, '/account/billing/')
  await expect(page).toHaveURL(/\/login\//)
  await signInAs(page, email)
  await expect(page).toHaveURL(/status=logged_out_as_fraud/)
  await expect(page.getByText('Your account has been cancelled for a chargeback')).toBeVisible()

  expect(await server.admin('dispute', 'list', '--open')).toMatch(new RegExp(`${dispute}.*2026-11-20`))
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-evidence-'))
  const file = join(folder, 'evidence.pdf')
  expect(await server.admin('dispute', 'evidence', dispute, file)).toContain('by November 20, 2026')
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
  await rm(folder, { recursive: true })

  await tell(page, { ...said, state: 'won' })
  const { plain } = await mailTo(page.request, { email, subject: /^Your account is open again$/ })
  expect(plain).toContain('the same plan and the same prices')
  await signInAs(page, email)
  await expect(page).toHaveURL(/\/account\/$/)
  await open(page, '/account/billing/')
  const bills = page.getByRole('region', { name: 'Bills and receipts', exact: true })
  await expect(bills).toContainText(
    /This payment was disputed at the bank on November 2, 2026\. The bank confirmed it on \w+ \d+, \d{4}\./,
  )
  await expect(bills.getByRole('row').nth(1)).toContainText('Paid')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await open(page, '/account/activity/')
  await expect(page.getByText('A disputed payment was confirmed')).toBeVisible()
  await expect(page.getByText('Gathered evidence about a disputed payment')).toBeVisible()
})

test('a payment that the bank returned stands on its receipt, once an operator has opened the account', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page)
  const shown = await server.admin('account', 'show', email)
  const reference = /charge-[\w-]+/.exec(shown)?.[0] ?? ''
  const dispute = `dp-${Date.now()}`
  await tell(page, { reference, dispute, state: 'opened' })
  await server.admin('dispute', 'lost', dispute, '--reason', 'Letter of the bank of November 3')
  await mailTo(page.request, { email, subject: /^Your bank returned a payment of \$149\.00 to you$/ })
  await server.admin('fraud', 'undo', email)
  await signedInAs(page, email)
  await open(page, '/account/billing/')
  await expect(page.getByRole('row').nth(1).locator('.badge')).toHaveText('Returned')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: /^R-\d+$/ }).click()
  await hydrated(page)
  await expect(page.getByRole('article')).toContainText(/Returned by the bank\s*−\$149\.00/)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
})
