import { LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import { expect, fillIn, holdScripts, hydrated, PASSWORD, pathsOf, test, watchCalls } from './kit/visitor.ts'

test.describe('while the script is held back', () => {
  test('what was typed is kept, and works once the script is there [LGN-33]', async ({ page }) => {
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

  test('the form posts to its own address and signs in [LGN-33]', async ({ page }) => {
    await holdScripts(page)
    await page.goto('/login/?mr=1&status=subscription_canceled', { waitUntil: 'commit' })
    await fillIn(page, 'agent@example.com')
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await submit(page).click()
    expect(new URL((await posted).url()).search).toBe('?mr=1&status=subscription_canceled')
    await expect(page).toHaveURL('/account/billing/')
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/Failed to load resource/] })

  test('one signs in [LGN-33]', async ({ page }) => {
    await page.goto('/login/')
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/')
  })

  test('errors stand at their fields, and the email is kept but never the password [LGN-34, LGN-35, LGN-36]', async ({
    page,
  }) => {
    await page.goto('/login/?status=registered')
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
    await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
    expect(await page.content()).not.toContain('not-the-password')
  })
})
