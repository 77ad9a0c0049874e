import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

// A separate server, whose mailbox no other story fills.
test.use({ serverEnv: { MAIL_FROM: 'Mailbox story <mailbox@example.com>' } })
// The frame of a mail allows no scripts, not even the test's; the browser logs that each time.
test.use({ expectedConsoleErrors: [/sandboxed and the 'allow-scripts' permission is not set/] })

test('a mail can be read as it looks and as plain text, with its recipient, its time and its state', async ({
  page,
  request,
  server,
}) => {
  await askForPassword(request, server.url, 'agent@example.com')
  await openWhenThere(page, 'agent@example.com')
  const mail = page.getByRole('article')
  await expect(mail.getByRole('heading', { level: 1 })).not.toBeEmpty()
  await expect(mail).toContainText('agent@example.com')
  await expect(mail).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d UTC/)
  await expect(mail).toContainText(/kept here|being sent/)
  await expect(mail.frameLocator('iframe').getByRole('link', { name: /password/i })).toBeVisible()
  await mail.getByText('As plain text').click()
  const link = mail.locator('pre').getByRole('link')
  await expect(link).toHaveAttribute('href', new RegExp(`^${server.url}/password-reset/confirm/[^/]+/$`))
  await expect(mail.locator('iframe')).toHaveAttribute('title', /^The email “.+”$/)
  // Axe cannot run in a frame without scripts and would wait for it.
  await mail.locator('iframe').evaluate((frame) => frame.remove())
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
})

test('mails are listed newest first, and can be narrowed to one recipient', async ({
  page,
  request,
  server,
}) => {
  await askForPassword(request, server.url, 'agent@example.com')
  await openWhenThere(page, /password.*agent@example\.com/)
  await askForPassword(request, server.url, 'pastdue@example.com')
  await openWhenThere(page, /password.*pastdue@example\.com/)
  const list = page.getByRole('navigation', { name: 'Mails' })
  await expect(list.getByRole('link')).toContainText(['pastdue@example.com', 'agent@example.com'])
  await page.getByLabel('Emails to').fill('agent@')
  await page.getByRole('button', { name: 'Look' }).click()
  await expect(page).toHaveURL('/dev/mailbox/?to=agent%40')
  await expect(list.getByRole('link')).toContainText(['agent@example.com'])
  await page.getByLabel('Emails to').fill('nobody@example.com')
  await page.getByLabel('Emails to').press('Enter')
  await expect(page.getByText('No emails to nobody@example.com.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the list opens a mail', async ({ page, request, server }) => {
    await askForPassword(request, server.url, 'agent@example.com')
    await openWhenThere(page, 'agent@example.com')
    const list = page.getByRole('navigation', { name: 'Mails' })
    await expect(page).toHaveURL(/\/dev\/mailbox\/\?mail=\d+$/)
    await expect(page.getByRole('article')).toContainText('agent@example.com')
    await expect(list.locator('[aria-current]')).toContainText('agent@example.com')
    await expect(
      page
        .frameLocator('iframe')
        .getByText(/password/i)
        .first(),
    ).toBeVisible()
  })
})

async function askForPassword(request: APIRequestContext, url: string, email: string) {
  const answer = await request.post('/rest/auth/password_reset/', {
    multipart: { email },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
}

async function openWhenThere(page: Page, recipient: string | RegExp) {
  const link = page.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: recipient })
  await expect(async () => {
    await page.goto('/dev/mailbox/')
    await link.first().click({ timeout: 500 })
  }).toPass()
}
