import { chooser, row, TEAM, title } from './kit/choose-account.ts'
import { passkeyButton } from './kit/passkeys.ts'
import { LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import { expect, fillIn, holdScripts, hydrated, PASSWORD, pathsOf, test, watchCalls } from './kit/visitor.ts'

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/Failed to load resource/] })

  test('errors appear at their fields, the password is never kept, and the right one signs in [LGN-33..LGN-36]', async ({
    page,
  }) => {
    await page.goto('/login/?status=registered')
    await expect(passkeyButton(page)).toBeHidden()
    await fillIn(page, 'agent@brokerage', '123')
    await submit(page).click()
    await expect(page.getByLabel('Email')).toHaveValue('agent@brokerage')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address')
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveValue('')
    await expect(password).toHaveAccessibleDescription('Minimum 6 characters required')
    // An earlier success message is not shown above a later failure.
    await expect(page.getByText('Success!')).toBeHidden()
    await fillIn(page, 'agent@example.com', 'not-the-password')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid login/password')
    expect(await page.content()).not.toContain('not-the-password')
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/')
  })

  test('after Cancel and a wrong password, choosing an account leads to the right page [LGN-20, LGN-32, CHO-04..CHO-06]', async ({
    page,
  }) => {
    const lakeview = chooser(page).getByRole('button', { name: /^Login to Lakeview Homes/ })
    await page.goto('/account/security/')
    await fillIn(page, TEAM, 'not-the-password')
    await submit(page).click()
    await expect(chooser(page).locator('tbody tr')).toHaveText([
      /204611.*Login/,
      /198220.*Login/,
      /310077.*Sign Up/,
    ])
    await chooser(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(chooser(page)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(TEAM)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await fillIn(page, TEAM, 'not-the-password')
    await submit(page).click()
    await lakeview.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid login/password')
    await expect(chooser(page)).toBeHidden()
    await fillIn(page, TEAM)
    await submit(page).click()
    await expect(chooser(page)).toBeVisible()
    expect(await page.content()).not.toContain(PASSWORD)
    await lakeview.click()
    await expect(page).toHaveURL('/account/security/')
    await expect(page.getByRole('banner')).toContainText('204611')
  })

  test('the account chooser leads an invited person to the sign-up [LGN-21]', async ({ page }) => {
    await page.goto('/login/')
    await fillIn(page, TEAM)
    await submit(page).click()
    const requested = page.waitForRequest('**/sign-up/')
    await chooser(page)
      .getByRole('button', { name: /^Sign Up/ })
      .click()
    await requested
    // Nothing was chosen yet, so that page leads on.
    await expect(page).toHaveURL('/site/pricing/')
  })
})

test.describe('while the script is held back', () => {
  test('typed values are kept and work once the script loads [LGN-33]', async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto('/login/', { waitUntil: 'commit' })
    await fillIn(page, 'agent@example.com')
    scripts.release()
    await hydrated(page)
    await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
    const calls = watchCalls(page)
    await submit(page).click()
    await expect(page).toHaveURL('/account/')
    expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  })

  test('the form posts to its own URL; its chooser stays open and works once the script loads [LGN-20, LGN-32, LGN-33]', async ({
    page,
  }) => {
    const scripts = await holdScripts(page)
    await page.goto('/login/?mr=1&status=subscription_canceled', { waitUntil: 'commit' })
    await fillIn(page, TEAM)
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await submit(page).click()
    expect(new URL((await posted).url()).search).toBe('?mr=1&status=subscription_canceled')
    await expect(chooser(page)).toBeVisible()
    scripts.release()
    await hydrated(page)
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(chooser(page)).toBeHidden()
    await fillIn(page, TEAM)
    await submit(page).click()
    await row(page, '204611').getByRole('button').click()
    await expect(page).toHaveURL('/account/billing/')
  })

  test('a canceled chooser does not reopen when the script loads [CHO-04]', async ({ page }) => {
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
})
