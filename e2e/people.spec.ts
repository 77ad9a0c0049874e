import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, signedInAs, signInAs, test } from './kit/visitor.ts'

const PASSWORD = 'maple otter brass'
const dialog = (page: Page) => page.getByRole('dialog')
const news = (page: Page, tile: string) =>
  page.getByRole('region', { name: tile, exact: true }).getByRole('status').first()

test.use({ serverEnv: liveAccounts })

test('an invited colleague joins by mail, becomes the owner, and cannot yet remove the former one', {
  tag: ['@narrow', '@demo'],
}, async ({ page, browser, server }) => {
  await signedInAs(page, await newCustomer(page, { hosted_lead_management_count: 2, total: 159 }))
  await open(page, '/account/people/')
  const email = `marcus.${randomUUID().slice(0, 8)}@northshore.example`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(news(page, 'Invite someone')).toHaveText(`We sent an invitation to ${email}.`)

  const other = await browser.newPage({ baseURL: server.url })
  const { plain } = await mailTo(page.request, { email, subject: /invited you/ })
  await open(other, pathsIn(plain, '/account/invitation/')[0] ?? '')
  await other.getByLabel('Full name').fill('Marcus Bell')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByLabel('Confirm password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Join' }).click()
  await expect(other.getByRole('heading', { name: 'Success!' })).toBeFocused()
  await signInAs(other, email, PASSWORD)
  await expect(other).toHaveURL('/account/')

  await page.reload()
  await page.getByRole('button', { name: 'Make owner: Marcus Bell' }).click()
  await dialog(page).getByRole('button', { name: 'Hand over' }).click()
  await expect(news(page, 'In this account')).toContainText('Marcus Bell is now the owner.')
  await expect(page.getByRole('button', { name: 'Send invitation' })).toHaveCount(0)
  await open(other, '/account/people/')
  await other.getByRole('button', { name: /^Remove / }).click()
  await dialog(other).getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByRole('region', { name: 'In this account' }).getByRole('alert')).toContainText(
    'This person handed the account over and can undo that until',
  )
  await page.reload()
  await expect(page).toHaveURL('/account/people/')
  await other.close()
})
