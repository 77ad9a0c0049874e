import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { chooser, row, settled, submit, TEAM, title } from './kit/choose-account.ts'
import { expect, fillIn, holdScripts, hydrated, PASSWORD, test } from './kit/visitor.ts'

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/Failed to load resource/] })

  async function post(page: Page, address: string, password = PASSWORD) {
    await page.goto(address)
    await fillIn(page, TEAM, password)
    await submit(page).click()
    await expect(chooser(page)).toBeVisible()
  }

  test('is part of the page, and an account is chosen [LGN-20, LGN-32, CHO-05, CHO-06]', async ({ page }) => {
    await post(page, '/login/')
    await expect(chooser(page).locator('tbody tr')).toHaveText([
      /204611.*Login/,
      /198220.*Login/,
      /310077.*Sign Up/,
    ])
    expect(await page.content()).not.toContain(PASSWORD)
    await chooser(page)
      .getByRole('button', { name: /^Login to Harbor Street Group/ })
      .click()
    await expect(page).toHaveURL('/account/billing/')
    await expect(page.getByRole('banner')).toContainText('198220')
  })

  test('keeps what the address says [LGN-10]', async ({ page }) => {
    await post(page, '/login/?mr=1')
    await chooser(page)
      .getByRole('button', { name: /^Login to Lakeview Homes/ })
      .click()
    await expect(page).toHaveURL('/account/billing/')
  })

  test('goes to sign up where there is only an invitation [LGN-21]', async ({ page }) => {
    await page.route('**/sign-up/', (route) => route.fulfill({ contentType: 'text/html', body: 'arrived' }))
    await post(page, '/login/')
    const load = page.waitForRequest('**/sign-up/')
    await chooser(page)
      .getByRole('button', { name: /^Sign Up/ })
      .click()
    expect((await load).isNavigationRequest()).toBe(true)
  })

  test('closes by Cancel, and the email is still there [CHO-04]', async ({ page }) => {
    await post(page, '/login/')
    await chooser(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(chooser(page)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(TEAM)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })

  test('a password that does not fit leads back to the form [LGN-36]', async ({ page }) => {
    await post(page, '/login/', 'not-the-password')
    await chooser(page)
      .getByRole('button', { name: /^Login to Lakeview Homes/ })
      .click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid login/password')
    await expect(chooser(page)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(TEAM)
  })
})

test('posted before the script is there, it stays open when the script comes, and works [LGN-20, LGN-32]', async ({
  page,
}) => {
  const scripts = await holdScripts(page)
  await page.goto('/login/', { waitUntil: 'commit' })
  await fillIn(page, TEAM)
  await submit(page).click()
  await expect(chooser(page)).toBeVisible()
  scripts.release()
  await hydrated(page)
  await settled(page)
  await expect(title(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(chooser(page)).toBeHidden()
  await fillIn(page, TEAM)
  await submit(page).click()
  await row(page, '204611').getByRole('button').click()
  await expect(page).toHaveURL('/account/')
})

test('cancelled before the script is there, it does not open again [CHO-04]', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/login/', { waitUntil: 'commit' })
  await fillIn(page, TEAM)
  await submit(page).click()
  await chooser(page).getByRole('button', { name: 'Cancel' }).click()
  scripts.release()
  await hydrated(page)
  await submit(page).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This field is required',
  )
  await expect(chooser(page)).toBeHidden()
  await fillIn(page, TEAM)
  await submit(page).click()
  await expect(chooser(page)).toBeVisible()
})
