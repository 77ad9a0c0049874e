import { devices, type Page } from '@playwright/test'
import { row, TEAM } from './kit/choose-account.ts'
import { banner, LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import {
  expect,
  fillIn,
  hydrated,
  open,
  PASSWORD,
  partsOf,
  pathsOf,
  signedInAs,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

const forgot = (page: Page) => page.getByRole('link', { name: 'Forgot your password?' })
const back = (page: Page) => page.getByRole('link', { name: 'Back to Login' })

test('keyboard-only sign-in leads where the server says [LGN-30, LGN-31, LGN-33, WIR-01..WIR-08]', {
  tag: '@narrow',
}, async ({ page, server }) => {
  const calls = watchCalls(page)
  await open(page, '/login/')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('agent@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Dana')

  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  const [lookUp, signIn] = calls
  if (!lookUp || !signIn) throw new Error('Two calls were expected.')
  for (const call of calls) {
    expect(call.method()).toBe('POST')
    expect(new URL(call.url()).origin).toBe(server.url)
  }
  expect(partsOf(lookUp)).toEqual({ email: 'agent@example.com' })
  const { width, height } = page.viewportSize() ?? {}
  expect(partsOf(signIn)).toEqual({
    email: 'agent@example.com',
    password: PASSWORD,
    screen_width: String(width),
    screen_height: String(height),
    browser_name: 'Chrome',
    browser_version: expect.stringMatching(/^\d+\./),
    mobile_retry: '0',
    is_mobile: '0',
  })
})

test('works in two tabs and after a reload [LGN-33]', async ({ page, context }) => {
  const other = await context.newPage()
  await open(other, '/login/')
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await other.reload()
  await hydrated(other)
  await fillIn(other, 'agent@example.com')
  await submit(other).click()
  await expect(other).toHaveURL('/account/')
  // The second sign-in ended the first session, and both tabs share the cookie of the second.
  await page.reload()
  await expect(page).toHaveURL('/account/')
})

test.describe('on a phone', () => {
  test.use({ userAgent: devices['iPhone 13'].userAgent })

  test('someone sent by the app to pay signs in and reaches billing [LGN-10, LGN-14, WIR-06]', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await open(page, '/login/?mr=1')
    await expect(page.getByRole('dialog', { name: 'Warning' })).toBeHidden()
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/billing/')
    const signIn = calls.find((call) => call.url().endsWith(SIGN_IN))
    if (!signIn) throw new Error('Nobody signed in.')
    expect(partsOf(signIn)).toMatchObject({ mobile_retry: '1', is_mobile: '1' })
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })

    test('the notice repeats the status, and nothing behind it is reachable [LGN-13, LGN-17]', async ({
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

test('the script detects an Internet Explorer that hides its name from the server [LGN-11, LGN-12]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/4.0 (compatible; MSIE 8.0)' })
  })
  await page.goto('/login/?status=registered')
  await expect(page).toHaveURL('/login/?status=registered')
  await page.goto('/login/?mr=1').catch(() => {})
  await expect(page).toHaveURL('/browser_select/')
})

test('an ended session says so and leads back to the page it ended on', async ({ page, context }) => {
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

test('a link to a page of the account works through the chooser and the sign-in page', {
  tag: '@narrow',
}, async ({ page }) => {
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

test('going to the password reset and back keeps the payment page and the typed email', async ({ page }) => {
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
