import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import {
  awake,
  expect,
  fillIn,
  open,
  PASSWORD,
  partsOf,
  pathsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

test.describe('signing in', () => {
  test('looks the email up, signs in at once and goes where the server says [LGN-30, LGN-31, LGN-33, WIR-01..WIR-08]', async ({
    page,
    request,
    server,
  }) => {
    const calls = watchCalls(page)
    const arrival = page.waitForRequest(
      (request) => request.isNavigationRequest() && /account/.test(request.url()),
    )
    await signInAs(page, 'agent@example.com')
    expect((await arrival).resourceType()).toBe('document')
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
    // A page that is left takes its answers with it: the same calls once more, for what they say.
    const said = async (path: string, multipart: Record<string, string>) =>
      (await request.post(path, { multipart })).json()
    expect(await said(LOOK_UP, partsOf(lookUp))).toEqual({ login_data_list: [] })
    expect(await said(SIGN_IN, partsOf(signIn))).toEqual({ data: { redirect_url: '/account/' } })
  })

  test('with mr=1 says so, and goes to billing [LGN-10, WIR-06]', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, '/login/?mr=1')
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/billing/')
    const signIn = calls.find((call) => call.url().endsWith(SIGN_IN))
    if (!signIn) throw new Error('Nobody signed in.')
    expect(partsOf(signIn)).toMatchObject({ mobile_retry: '1', is_mobile: '0' })
  })

  const destinations = {
    'pastdue@example.com': '/account/billing/',
    'canceled@example.com': '/account/reactivate/',
    'pending@example.com': '/login/?status=registered',
    'fraud@example.com': '/login/?status=logged_out_as_fraud',
  }
  for (const [email, address] of Object.entries(destinations)) {
    test(`${email} gets to ${address} [LGN-33]`, async ({ page }) => {
      await signInAs(page, email)
      await expect(page).toHaveURL(address)
    })
  }

  test('goes by the keyboard alone [LGN-31, LGN-33]', async ({ page }) => {
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
  })

  test('works in two tabs, and after a reload [LGN-33]', async ({ page, context }) => {
    const other = await context.newPage()
    await open(other, '/login/')
    await signInAs(page, 'agent@example.com')
    await expect(page).toHaveURL('/account/')
    await other.reload()
    await awake(other)
    await fillIn(other, 'agent@example.com')
    await submit(other).click()
    await expect(other).toHaveURL('/account/')
    // The second sign-in ended the first session, and both tabs share the cookie of the second.
    await page.reload()
    await expect(page).toHaveURL('/account/')
  })

  test('sends once for two clicks, looks busy meanwhile, and is usable again after Back [LGN-31]', async ({
    page,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**${SIGN_IN}`, async (route) => {
      await promise
      await route.continue()
    })
    const calls = watchCalls(page)
    await open(page, '/login/')
    await fillIn(page, 'agent@example.com')
    await submit(page).dblclick()
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    resolve()
    await expect(page).toHaveURL('/account/')
    expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
    await page.goBack()
    await awake(page)
    await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/')
  })
})

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
          json: { errors: 'Too many tries. Please wait 2 minutes and try again.' },
        }),
      'Too many tries. Please wait 2 minutes and try again.',
    ],
  }
  for (const [name, [answer, words]] of Object.entries(lookUpFailures)) {
    test(`of the look-up is shown, and no sign-in is tried: it ${name} [LGN-38]`, async ({ page }) => {
      const calls = watchCalls(page)
      await page.route(`**${LOOK_UP}`, answer)
      await signInAs(page, 'agent@example.com')
      await expect(alert(page)).toHaveText(words)
      expect(pathsOf(calls)).toEqual([LOOK_UP])
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
    })
  }

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
    await expect(alert(page)).toHaveText(/^Too many tries\. Please wait 1[45] minutes and try again\.$/)
  })
})
