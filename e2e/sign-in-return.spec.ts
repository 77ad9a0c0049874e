import { devices, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { banner, submit } from './kit/sign-in.ts'
import { expect, fillIn, open, test } from './kit/visitor.ts'

const forgot = (page: Page) => page.getByRole('link', { name: 'Forgot your password?' })
const back = (page: Page) => page.getByRole('link', { name: 'Back to Login' })

test('an ended session says so and leads back to where the person was', async ({ page, context }) => {
  await open(page, '/login/')
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page).toHaveURL('/account/')
  const [session] = (await context.cookies()).filter(({ name }) => name === 'session')
  await context.addCookies([{ ...session, name: 'session', value: 'x'.repeat(43) } as never])
  await page.goto('/account/details/')
  await expect(page).toHaveURL('/login/?status=session_ended&next=%2Faccount%2Fdetails%2F')
  await expect(banner(page)).toHaveText('Your session has ended. Please sign in again.')
  await expectAccessible(page)
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page).toHaveURL('/account/details/')
})

test('a link to a page of the account leads there through the chooser, too', async ({ page }) => {
  await open(page, '/account/billing/')
  await fillIn(page, 'team@example.com')
  await submit(page).click()
  await page.getByRole('row').filter({ hasText: '204611' }).getByRole('button').click()
  await expect(page).toHaveURL('/account/billing/')
})

test('who is signed in is offered their account at the sign-in page', async ({ page }) => {
  await open(page, '/login/')
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page).toHaveURL('/account/')
  await page.goto('/login/')
  await expect(banner(page)).toHaveText('You are signed in to North Shore Realty. Go to your account')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
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
  await forgot(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset password')
  await back(page).click()
  await expect(page).toHaveURL('/login/?mr=1&next=%2Faccount%2Fbilling%2F')
})

test.describe('a sign-in that fails', () => {
  test.use({ expectedConsoleErrors: [/status of 401/] })

  test('takes Success! away', async ({ page }) => {
    await open(page, '/login/?status=registered')
    await expect(banner(page)).toContainText('Success!')
    await fillIn(page, 'agent@example.com', 'not this one')
    await submit(page).click()
    await expect(page.getByText('Invalid login/password')).toBeVisible()
    await expect(page.getByText('Success!')).toHaveCount(0)
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/status of 401/] })

  test('one comes back to the account page, and a failed sign-in takes Success! away', async ({ page }) => {
    await page.goto('/login/?status=registered')
    await fillIn(page, 'agent@example.com', 'not this one')
    await submit(page).click()
    await expect(page.getByText('Invalid login/password').first()).toBeVisible()
    await expect(page.getByText('Success!')).toHaveCount(0)
    await page.goto('/account/security/')
    await expect(forgot(page)).toHaveAttribute('href', '/password-reset/?next=%2Faccount%2Fsecurity%2F')
    await fillIn(page, 'team@example.com')
    await submit(page).click()
    await page.getByRole('row').filter({ hasText: '204611' }).getByRole('button').click()
    await expect(page).toHaveURL('/account/security/')
  })

  test.describe('on a phone', () => {
    test.use({ userAgent: devices['iPhone 13'].userAgent })

    test('the notice says what the page behind it says, and nothing behind it can be reached', async ({
      page,
    }) => {
      await page.goto('/login/?status=registered')
      const notice = page.getByRole('dialog', { name: 'Warning' })
      await expect(notice).toContainText('Success! Your account is currently being set up.')
      const field = page.locator('input[name="email"]')
      const { x, y, width, height } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      for (const at of [4, width / 2, width - 4]) {
        await page.mouse.click(x + at, y + height / 2)
        await expect(field).not.toBeFocused()
      }
      await page.mouse.click((await page.locator('.bar .join').boundingBox())?.x ?? 0, 20)
      await expect(page).toHaveURL('/login/?status=registered')
      for (let tab = 0; tab < 8; tab += 1) {
        await page.keyboard.press('Tab')
        await expect(page.locator('.page :focus')).toHaveCount(0)
      }
    })
  })
})
