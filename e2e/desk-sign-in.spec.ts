import { codeOf } from '../server/identity/totp.ts'
import { asOther, outcomeOn, pressEnter, typePasswordAndCode } from './kit/desk.ts'
import { addAuthenticator } from './kit/passkeys.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of (?:400|401)/] })

const PASSWORD = 'twelve and more letters'

test('an invited operator starts with the link, adds a passkey, and signs out and in with it', async ({
  page,
  server,
  browser,
}) => {
  const admin = await asOther(browser, server, 'admin')
  await admin.goto(`${server.deskUrl}/desk/operators/`)
  await admin.getByRole('button', { name: 'Invite an operator' }).click()
  const dialog = admin.getByRole('dialog')
  const email = `nia${Date.now()}@example.com`
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name').fill('Nia')
  await dialog.getByLabel('Role').selectOption('helper')
  await dialog.getByLabel('Reason').fill('She begins on Monday')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = (await outcomeOn(admin).locator('code').textContent()) ?? ''
  await expect(admin.getByRole('row', { name: new RegExp(email) })).toContainText('Not set up yet')
  await admin.context().close()

  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nia')
  const key = String(await page.locator('.app-key').textContent()).replaceAll(' ', '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Six-digit code of the app').fill(codeOf(key, new Date()))
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')

  await addAuthenticator(page)
  await open(page, `${server.deskUrl}/desk/me/`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('not used yet')).toBeVisible()
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await pressEnter(page.getByRole('button', { name: 'Continue' }))
  await pressEnter(page.getByRole('button', { name: 'Use a passkey' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})

test('password and code lead to the requested page; after signing out, Back shows nothing of it', async ({
  page,
  server,
}) => {
  const account = `${server.deskUrl}/desk/accounts/204518/`
  await open(page, account)
  await typePasswordAndCode(page, server, 'reader')
  await expect(page).toHaveURL(account)
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
})
