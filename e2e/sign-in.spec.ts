import { LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import {
  expect,
  fillIn,
  hydrated,
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
    // The browser drops the answers of a page that was left, so the same calls are made again to read them.
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
    await hydrated(other)
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
    await hydrated(page)
    await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
    await fillIn(page, 'agent@example.com')
    await submit(page).click()
    await expect(page).toHaveURL('/account/')
  })
})
