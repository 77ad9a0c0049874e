import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { returnPathOf } from '#server/platform/mail/return-path.ts'
import { dsn } from '../server/test-kit/returned-mails.ts'
import { expectAccessible } from './kit/axe.ts'
import { newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn, readMailbox } from './kit/mailbox.ts'
import type { Server } from './kit/start-server.ts'
import { expect, open, overflowOf, signInAs, test } from './kit/visitor.ts'

const SECRETS = 'a secret that only this story knows and that is long enough'

test.use({
  serverEnv: {
    TRUST_PROXY: '1',
    SETUP_SECONDS: '0',
    SETTLE_SECONDS: '5',
    SECRETS,
    MAIL_BOUNCES_TO: 'bounces@example.com',
  },
})

const NOTICE = /^Our emails to .* are bouncing\./
const tile = (page: Page, name: string) => page.getByRole('region', { name })

/** The mail server hands over the message with which the newest mail to this person came back. */
async function bounce(server: Server, request: APIRequestContext, email: string) {
  const { mails } = await readMailbox(request)
  const mail = mails.find(({ recipient }) => recipient === email)
  const file = path.join(tmpdir(), `returned-${randomUUID()}.eml`)
  await writeFile(file, dsn({ to: returnPathOf(mail?.id ?? 0, 'bounces@example.com', [SECRETS]) }))
  expect(await server.admin('mail', 'returned', file)).toBe('Noted.\n')
  await rm(file)
}

test('a person whose emails come back is told after signing in, and changes the email', async ({
  page,
  request,
  server,
}) => {
  const email = await newCustomer(page)
  await bounce(server, request, email)
  await page.context().clearCookies()
  await signInAs(page, email)
  await expect(page).toHaveURL('/account/email-bounced/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We cannot reach you by email')
  await expect(tile(page, 'What happened')).toContainText('The mailbox does not exist')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)

  // They can go on. Every page of the account says so at its top.
  await page.getByRole('link', { name: 'Continue without a change' }).click()
  await expect(page).toHaveURL('/account/')
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expectAccessible(page)
  await open(page, '/account/billing/')
  await page.getByRole('link', { name: 'Change or test your email' }).click()
  await expect(page).toHaveURL('/account/email-bounced/')

  const next = `dana.${randomUUID().slice(0, 8)}@northshore.example`
  const change = tile(page, 'Change your email')
  await change.getByLabel('New email').fill(next)
  await change.getByRole('button', { name: 'Send the link' }).click()
  await expect(change.getByRole('status').first()).toContainText(`We sent a link to ${next}.`)
  const { plain } = await mailTo(request, { email: next, subject: /^Confirm/ })
  await open(page, pathsIn(plain, '/account/email/')[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL('/account/')
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  await page.context().clearCookies()
  await signInAs(page, next)
  await expect(page).toHaveURL('/account/')
})

test('a person whose email works after all shows it with a test email', async ({
  page,
  request,
  browser,
  server,
}) => {
  const email = await newCustomer(page)
  await bounce(server, request, email)
  await page.context().clearCookies()
  await signInAs(page, email)
  await expect(page).toHaveURL('/account/email-bounced/')
  const testing = tile(page, 'Test your email')
  await testing.getByRole('button', { name: 'Send a test email' }).click()
  await expect(testing.getByRole('status').first()).toContainText(`We sent a test email to ${email}.`)
  await expectAccessible(page)
  const { plain } = await mailTo(request, { email, subject: /^Your test email$/ })
  const [link = ''] = pathsIn(plain, '/account/email-works/')
  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Does this email work?')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  const late = await browser.newPage({ baseURL: server.url })
  await open(late, link)
  await page.getByRole('button', { name: 'Yes, it works' }).click()
  await expect(page.getByRole('heading', { name: 'Your email works' })).toBeFocused()
  await late.getByRole('button', { name: 'Yes, it works' }).click()
  await expect(late.getByRole('main')).toContainText('This link has already been used.')
  await expect(late.getByRole('heading', { level: 1 })).toBeFocused()
  await late.close()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL('/account/')
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  await open(page, link)
  await expect(page.getByRole('main')).toContainText('This link has already been used.')
  await expectAccessible(page)
})

test('an operator lists the emails that came back, and notes that one works again', async ({
  page,
  request,
  server,
}) => {
  const email = await newCustomer(page)
  await bounce(server, request, email)
  expect(await server.admin('mail', 'bounced')).toContain(email)
  expect(await server.admin('mail', 'unbounce', email, '--reason', 'the mailbox is back')).toContain(
    `${email} gets all mails again.`,
  )
  await page.context().clearCookies()
  await signInAs(page, email)
  await expect(page).toHaveURL('/account/')
})
