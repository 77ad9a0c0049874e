import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { submit } from './kit/sign-in.ts'
import { expect, fillIn, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

const everyone = (page: Page) => page.getByRole('region', { name: 'For everyone in the account' })
const NOBODY_YET = 'Of 1 person here, 1 person does not have it yet.'

/** The room between a code and the item beside it, whose number stands there. */
function leastGap(page: Page) {
  return page.locator('.recovery-codes').evaluate((list) => {
    const boxes = [...list.children].map((item) => {
      const text = document.createRange()
      text.selectNodeContents(item)
      return { ...item.getBoundingClientRect().toJSON(), end: text.getBoundingClientRect().right }
    })
    const gaps = boxes.slice(1).map(({ left, top }, index) => {
      const before = boxes[index]
      return before?.top === top ? left - before.end : Number.POSITIVE_INFINITY
    })
    return Math.min(...gaps)
  })
}

/** The room for the widest number, left of the codes, in pixels: less than none, and it stands outside the tile's text. */
function roomForNumbers(page: Page) {
  return page.locator('.recovery-codes').evaluate((list) => {
    const number = document.createElement('span')
    number.className = 'unseen'
    number.textContent = '10.'
    list.append(number)
    const { scrollWidth } = number
    number.remove()
    return Number.parseFloat(getComputedStyle(list).paddingLeft) - scrollWidth
  })
}

async function expectPrinted(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.recovery-codes')).toBeVisible()
  await expect(everyone(page)).toBeHidden()
  await page.emulateMedia({ media: null })
}

/** Turns it on by keyboard. Returns the app and the recovery codes. */
async function turnOn(page: Page, email: string) {
  await signedInAs(page, email)
  await open(page, '/account/security/')
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step verification')
  await expect(everyone(page)).toContainText(NOBODY_YET)
  await expectFits(page)
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Scan this with your app' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code' })).toHaveJSProperty('complete', true)
  await expectFits(page)
  const key = (await page.locator('.app-key').textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByLabel('Six-digit code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is incorrect').first()).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expectFits(page)
  await expect(everyone(page)).toContainText('You are the only person here.')
  expect(await leastGap(page)).toBeGreaterThanOrEqual(40)
  // And the space between number and code.
  expect(await roomForNumbers(page)).toBeGreaterThanOrEqual(4)
  await expectPrinted(page)
  const codes = await page.locator('.recovery-codes li').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page.getByText('On. Recovery codes left: 10.')).toBeVisible()
  return { app, codes }
}

async function expectFits(page: Page) {
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

async function signInAgain(page: Page, email: string) {
  await page.context().clearCookies()
  await page.goto('/login/')
  await fillIn(page, email)
  await submit(page).click()
  await expect(page).toHaveURL('/login/second-step/')
}

test('a person turns two-step verification on, signs in with a recovery code, and turns it off', async ({
  page,
}) => {
  const email = await newCustomer(page)
  const { codes } = await turnOn(page, email)
  await signInAgain(page, email)
  await expectFits(page)
  await page.getByLabel('Six-digit code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is incorrect').first()).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await expectFits(page)
  await page.getByRole('link', { name: 'I lost both' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('If you lost both')
  await expectFits(page)
  await page.getByRole('button', { name: 'Turn it off in 24 hours' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'We sent you an email.' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectFits(page)
  const mail = await mailTo(page.request, { email, subject: /turned off in 24 hours/ })
  const [link = ''] = pathsIn(mail.plain, '/login/second-step/keep/')
  await page.goto(link)
  await expectFits(page)
  const late = await page.context().newPage()
  await open(late, link)
  await page.getByRole('button', { name: 'Cancel the request' }).click()
  await expect(page.getByText('Two-step verification stays on.')).toBeVisible()
  await late.getByRole('button', { name: 'Cancel the request' }).click()
  await expect(late.getByText('This link no longer works.')).toBeVisible()
  await expect(late.getByRole('heading', { level: 1 })).toBeFocused()
  await late.close()
  await expectFits(page)
  await page.goto(link)
  await expect(page.getByText('This link no longer works.')).toBeVisible()
  await page.goto('/login/second-step/')
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await expect(page.getByText('You have 10 unused recovery codes.')).toBeVisible()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByLabel('Do not ask again').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/account/')

  await open(page, '/account/security/second-factor/')
  await expectFits(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expectFits(page)
  await page.getByRole('button', { name: 'Turn off now' }).click()
  await expect(page.getByText('Two-step verification is off.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Turn it on' })).toBeFocused()
  await expect(everyone(page)).toContainText(NOBODY_YET)
})

test('the second step works without a script', async ({ page, browser, server }) => {
  const email = await newCustomer(page)
  const { codes } = await turnOn(page, email)
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await signInAgain(plain, email)
  await plain.getByLabel('Six-digit code').fill('000000')
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain.getByText('incorrect or was already used').first()).toBeVisible()
  await plain.getByRole('link', { name: 'Use a recovery code' }).click()
  await plain.getByLabel('Recovery code').fill(codes[0] ?? '')
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain).toHaveURL('/account/')
  await context.close()
})
