import type { Page } from '@playwright/test'
import { findFreePort } from '../scripts/find-free-port.ts'
import { type MailServerUnderTest, openMailServer } from '../server/test-kit/mail-servers.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

const verification = (page: Page) => page.getByRole('region', { name: 'Verification' })
const save = (page: Page) => page.getByRole('button', { name: 'Save and verify' })

let mailServer: MailServerUnderTest
test.beforeAll(async () => {
  mailServer = await openMailServer({ security: 'none' })
})
test.afterAll(() => mailServer.close())

test('an owner enters a mail server, sees why it fails, fixes it, and verifies it by its link [SMT-02, RTE-16]', async ({
  page,
}) => {
  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/outgoing-mail/')
  const nobody = await findFreePort()
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Security').selectOption('none')
  await page.getByLabel('Port').fill(String(nobody))
  await page.getByLabel('Sender address').fill('office@north-shore.example')
  await save(page).click()
  await expect(verification(page)).toContainText(`127.0.0.1 refused the connection on port ${nobody}.`)
  await page.getByLabel('Port').fill(String(mailServer.port))
  await save(page).click()
  await expect(verification(page)).toContainText('We sent a verification email to agent@example.com.')

  const letter = mailServer.letters.at(-1)?.text.replace(/=\r\n/g, '') ?? ''
  await open(page, letter.match(/\/single\/smtp-settings-confirmation\/[\w-]+\//)?.[0] ?? '')
  await expect(page.getByRole('status')).toHaveText('Success! Your SMTP settings were successfully verified.')
  await page.getByRole('link', { name: 'Outgoing mail' }).click()
  await expect(verification(page)).toContainText('Verified')
  await verification(page).getByRole('button', { name: 'Remove' }).click()
  await expect(verification(page)).toContainText('Not set up')
})
