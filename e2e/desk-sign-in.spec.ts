import type { Page } from '@playwright/test'
import { codeOf } from '../server/identity/totp.ts'
import { expectAccessible } from './kit/axe.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { addAuthenticator } from './kit/passkeys.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of (?:400|401)/] })

const PASSWORD = 'twelve and more letters'

async function expectFits(page: Page) {
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

async function typePassword(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await pressEnter(page.getByRole('button', { name: 'Continue' }))
}

test('a new operator begins with a link, adds a passkey, signs out, and in again with it', async ({
  page,
  server,
}, { project }) => {
  const email = `nia-${project.name}@example.com`
  const said = await server.admin('operator', 'add', email, '--name', 'Nia', '--role', 'helper')
  // The command line may know another port of the desk than the server under test has.
  const link = `${server.deskUrl}${/\/desk\/start\/\S+/.exec(said)?.[0] ?? ''}`
  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nia')
  await expectFits(page)
  const key = String(await page.locator('.app-key').textContent()).replaceAll(' ', '')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Six-digit code of the app').fill('000000')
  await pressEnter(page.getByRole('button', { name: 'Begin' }))
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Six-digit code of the app').fill(codeOf(key, new Date()))
  await pressEnter(page.getByRole('button', { name: 'Begin' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')

  await addAuthenticator(page)
  await open(page, `${server.deskUrl}/desk/me/`)
  await expectFits(page)
  await pressEnter(page.getByRole('button', { name: 'Add a passkey' }))
  await expect(page.getByText('not used yet')).toBeVisible()
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
  await expectFits(page)

  await typePassword(page, email, 'a wrong password')
  await expect(page.getByRole('alert')).toContainText('The email or the password is wrong')
  await typePassword(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await expectFits(page)
  await pressEnter(page.getByRole('button', { name: 'Use a passkey' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})

test('after signing out, Back shows the sign-in and nothing of the page before', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  await open(page, `${server.deskUrl}/desk/accounts/204518/`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
})

test('whoever opens a page while signed out returns to it, and never to another site', async ({
  page,
  server,
}) => {
  await open(page, `${server.deskUrl}/desk/accounts/204518/`)
  expect(new URL(page.url()).searchParams.get('next')).toBe('/desk/accounts/204518/')
  await open(page, `${server.deskUrl}/desk/sign-in/?next=//evil.example.com/desk/`)
  await typePassword(page, 'reader@example.com', 'password1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  expect(new URL(page.url()).searchParams.get('next')).toBeNull()
})
