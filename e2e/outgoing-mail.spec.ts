import type { Page } from '@playwright/test'
import { findFreePort } from '../scripts/find-free-port.ts'
import { type MailServerUnderTest, openMailServer } from '../server/test-kit/mail-servers.ts'
import { expectAccessible } from './kit/axe.ts'
import { expect, open, overflowOf, pathsOf, signedInAs, test, watchCalls } from './kit/visitor.ts'

const PAGE = '/account/outgoing-mail/'
const CONFIRMATION = '/single/smtp-settings-confirmation'
const verification = (page: Page) => page.getByRole('region', { name: 'Verification' })
const save = (page: Page) => page.getByRole('button', { name: 'Save and verify' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

let mailServer: MailServerUnderTest
test.beforeAll(async () => {
  mailServer = await openMailServer({ security: 'none' })
})
test.afterAll(() => mailServer.close())

test('an owner enters a mail server, sees why it fails, mends it, and verifies it by its link [SMT-01, SMT-02, RTE-16]', {
  tag: '@wide',
}, async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await open(page, PAGE)
  await expect(verification(page)).toContainText('Not set up')
  await page.getByLabel('Server', { exact: true }).fill('smtp example')
  await page.getByLabel('User name').fill('dana')
  await page.getByLabel('Security').selectOption('none')
  await save(page).click()
  await expect(page.getByLabel('Server', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Server', { exact: true })).toHaveAccessibleDescription(
    'Enter a server name, like smtp.example.com',
  )
  await expect(page.getByLabel('Security')).toHaveAccessibleDescription(/could read your password/)
  await expectAccessible(page)

  const nobody = await findFreePort()
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(nobody))
  await page.getByLabel('User name').fill('')
  await page.getByLabel('Sender address').fill('office@north-shore.example')
  await save(page).click()
  await expect(verification(page)).toContainText('Not working')
  await expect(verification(page)).toContainText(`127.0.0.1 refused the connection on port ${nobody}.`)
  await expectAccessible(page)

  await page.getByLabel('Port').fill(String(mailServer.port))
  await save(page).click()
  await expect(verification(page)).toContainText('Waiting for you')
  await expect(verification(page)).toContainText('We sent a verification email to agent@example.com.')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)

  const letter = mailServer.letters.at(-1)?.text.replace(/=\r\n/g, '') ?? ''
  const address = letter.match(/\/single\/smtp-settings-confirmation\/[\w-]+\//)?.[0] ?? ''
  const calls = watchCalls(page)
  const held = await holdConfirmation(page)
  await open(page, address)
  await expect(page.getByText('Your settings are being verified')).toBeVisible()
  await expect(heading(page)).toHaveCount(0)
  held.release()
  await expect(heading(page)).toHaveText('SMTP email confirmation')
  await expect(page.getByRole('status')).toHaveText('Success! Your SMTP settings were successfully verified.')
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expectAccessible(page)
  expect(pathsOf(calls)).toEqual([
    address.replace(CONFIRMATION, '/rest/infrastructure/confirm-smtp-settings'),
  ])
  expect(calls[0]?.postData()).toBeNull()

  await page.getByRole('link', { name: 'Outgoing mail' }).click()
  await expect(verification(page)).toContainText('Verified')
  await verification(page).getByRole('button', { name: 'Remove' }).click()
  await expect(verification(page)).toContainText('Not set up')
  await expect(verification(page).getByRole('heading')).toBeFocused()
  await expect(page.getByLabel('Server', { exact: true })).toHaveValue('')
})

test('what becomes of a mail server is seen where it is below the screen', { tag: '@wide' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 400 })
  await signedInAs(page, 'agent@example.com')
  await open(page, PAGE)
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Security').selectOption('none')
  await page.getByLabel('Port').fill(String(await findFreePort()))
  await page.getByLabel('Sender address').fill('office@north-shore.example')
  await page.keyboard.press('Enter')
  await expect(verification(page)).toContainText('Not working')
  await expect(verification(page).getByRole('status')).toBeInViewport({ ratio: 1 })
  await verification(page).getByRole('button', { name: 'Remove' }).click()
  await expect(verification(page)).toContainText('Not set up')
})

test.describe('a link that does not work', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('says what the server says, and lets a lost question be asked again [SMT-01, SMT-03]', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.route('**/rest/infrastructure/**', (route) => route.abort(), { times: 1 })
    await open(page, `${CONFIRMATION}/made-up/`)
    await expect(heading(page)).toHaveText('SMTP email confirmation')
    await expect(page.getByRole('alert')).toContainText('Error!')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('alert')).toHaveText(
      /^Error! This link no longer works\. It is more than a day old/,
    )
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expectAccessible(page)
  })
})

/** Holds the confirmation request back until it is released. */
async function holdConfirmation(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/rest/infrastructure/**', async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
