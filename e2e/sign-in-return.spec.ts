import type { Page } from '@playwright/test'
import { row, TEAM } from './kit/choose-account.ts'
import { banner, submit } from './kit/sign-in.ts'
import { expect, fillIn, open, signedInAs, test } from './kit/visitor.ts'

const forgot = (page: Page) => page.getByRole('link', { name: 'Forgot your password?' })
const back = (page: Page) => page.getByRole('link', { name: 'Back to Login' })

test('an ended session says so and leads back to where the person was', async ({ page, context }) => {
  await signedInAs(page, 'agent@example.com')
  const [session] = (await context.cookies()).filter(({ name }) => name === 'session')
  await context.addCookies([{ ...session, name: 'session', value: 'x'.repeat(43) } as never])
  await page.goto('/account/details/')
  await expect(page).toHaveURL('/login/?status=session_ended&next=%2Faccount%2Fdetails%2F')
  await expect(banner(page)).toHaveText('Your session has ended. Please sign in again.')
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page).toHaveURL('/account/details/')
})

test('a link to a page of the account leads there through the chooser, and the sign-in page back', async ({
  page,
}) => {
  await open(page, '/account/billing/')
  await fillIn(page, TEAM)
  await submit(page).click()
  await row(page, '204611').getByRole('button').click()
  await expect(page).toHaveURL('/account/billing/')
  await page.goto('/login/')
  await expect(banner(page)).toHaveText('You are signed in to Lakeview Homes. Go to your account')
  await banner(page).getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL('/account/')
})

test('the way to a new password and back keeps the payment page and the typed email', async ({ page }) => {
  await open(page, '/login/?mr=1&next=%2Faccount%2Fbilling%2F')
  await page.getByLabel('Email').fill('dana+desk@example.com')
  await forgot(page).click()
  await expect(page.getByLabel('Email')).toHaveValue('dana+desk@example.com')
  await expect(page).toHaveURL('/password-reset/?mr=1&next=%2Faccount%2Fbilling%2F')
  await page.getByRole('button', { name: 'Send' }).click()
  await back(page).click()
  await expect(page).toHaveURL('/login/?mr=1&next=%2Faccount%2Fbilling%2F')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage your payment')
})
