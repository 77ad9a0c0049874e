import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import { expect, fillIn, open, PASSWORD, pathsOf, signInAs, test, watchCalls } from './kit/visitor.ts'

test.describe('a form that is not right', () => {
  test('says so at the fields and sends nothing [LGN-34, LGN-35, VAL-01, VAL-02, VAL-05]', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await open(page, '/login/')
    const email = page.getByLabel('Email')
    const password = page.getByLabel('Password', { exact: true })
    await submit(page).click()
    await expect(email).toHaveAccessibleDescription('This field is required')
    await expect(password).toHaveAccessibleDescription('This field is required')
    await expect(email).toBeFocused()
    await expect(page.getByText('Please check 2 fields', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await email.fill('agent@brokerage')
    await password.fill('12345')
    await expect(email).toHaveAccessibleDescription('Enter a valid email address')
    await expect(password).toHaveAccessibleDescription('Minimum 6 characters required')
    await password.fill('123456')
    await expect(password).toHaveAccessibleDescription('')
    await email.fill('   ')
    await expect(email).toHaveAccessibleDescription('This field is required')
    await submit(page).click()
    await expect(email).toBeFocused()
    expect(calls).toEqual([])
  })
})

test.describe('a refusal', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })
  const alert = (page: Page) => page.getByRole('main').getByRole('alert')

  test('for an unknown email or a wrong password says the same [LGN-31, LGN-36]', async ({ page }) => {
    const calls = watchCalls(page)
    for (const email of [`nobody-${Date.now()}@example.com`, 'agent@example.com']) {
      await signInAs(page, email, 'not-the-password')
      await expect(alert(page)).toHaveText('Invalid login/password')
      await expect(page.getByLabel('Email')).toHaveValue(email)
    }
    expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN, LOOK_UP, SIGN_IN])
    await expectAccessible(page)
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/')
  })

  test('with field errors shows them at their fields, others in a block with their markup [LGN-36]', async ({
    page,
  }) => {
    await page.route(`**${SIGN_IN}`, (route) =>
      route.fulfill({
        status: 400,
        json: {
          errors: { password: ['Too old.', 'Choose a new one.'], device: ['Ask <b>support</b> <i>now</i>'] },
        },
      }),
    )
    await signInAs(page, 'agent@example.com')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Too old. Choose a new one.',
    )
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
    await expect(alert(page)).toHaveText('Ask support <i>now</i>')
    await expect(alert(page).locator('b')).toHaveText('support')
  })

  const failures: Record<string, (route: Route) => Promise<void>> = {
    'is no JSON': (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    'is JSON without errors': (route) => route.fulfill({ status: 500, json: { detail: 'x' } }),
    'is good but strange': (route) => route.fulfill({ json: { hello: 'there' } }),
    'is good but leads nowhere': (route) => route.fulfill({ json: { data: {} } }),
    'refuses with an empty object': (route) => route.fulfill({ status: 400, json: { errors: {} } }),
    'refuses with an empty list': (route) => route.fulfill({ status: 400, json: { errors: [] } }),
    'leads to no web address': (route) =>
      route.fulfill({ json: { data: { redirect_url: 'javascript:alert(1)' } } }),
    'never comes': (route) => route.abort(),
  }
  for (const [name, answer] of Object.entries(failures)) {
    test(`reads Network Error when the answer ${name} [LGN-37]`, async ({ page }) => {
      await page.route(`**${SIGN_IN}`, answer)
      await signInAs(page, 'agent@example.com')
      await expect(alert(page)).toHaveText('Network Error')
      await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
      await page.unroute(`**${SIGN_IN}`)
      await submit(page).click()
      await expect(page).toHaveURL('/account/')
    })
  }

  const lookUpFailures: Record<string, [(route: Route) => Promise<void>, string | RegExp]> = {
    'never answers': [(route) => route.abort(), /\S/],
    'answers no JSON': [(route) => route.fulfill({ status: 500, body: 'oops' }), 'Network Error'],
    'is throttled': [
      (route) =>
        route.fulfill({
          status: 429,
          json: { errors: 'Too many attempts. Please wait 2 minutes and try again.' },
        }),
      'Too many attempts. Please wait 2 minutes and try again.',
    ],
  }
  for (const [name, [answer, text]] of Object.entries(lookUpFailures)) {
    test(`of the look-up is shown, and no sign-in is tried: it ${name} [LGN-38]`, async ({ page }) => {
      const calls = watchCalls(page)
      await page.route(`**${LOOK_UP}`, answer)
      await signInAs(page, 'agent@example.com')
      await expect(alert(page)).toHaveText(text)
      expect(pathsOf(calls)).toEqual([LOOK_UP])
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
    })
  }

  test('is none where the look-up tells of no accounts with null: the sign-in goes on', async ({ page }) => {
    await page.route(`**${LOOK_UP}`, (route) => route.fulfill({ json: { login_data_list: null } }))
    await signInAs(page, 'agent@example.com')
    await expect(page).toHaveURL('/account/')
  })

  test('of the look-up at a field is shown there [LGN-38]', async ({ page }) => {
    await page.route(`**${LOOK_UP}`, (route) =>
      route.fulfill({ status: 400, json: { errors: { email: ['We do not serve this domain.'] } } }),
    )
    await signInAs(page, 'agent@example.com')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('We do not serve this domain.')
  })

  test('of someone who tries too often says until when [LGN-36]', async ({ page, request }) => {
    const email = `often-${Date.now()}-${Math.random()}@example.com`
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const answer = await request.post(SIGN_IN, { multipart: { email, password: `guess-${attempt}` } })
      expect(answer.status()).toBe(401)
    }
    await signInAs(page, email, 'guess-more')
    await expect(alert(page)).toHaveText(
      /^Too many attempts\. Please wait 1[45] minutes and try again\. To sign in sooner, reset your password\.$/,
    )
  })
})
