import type { Route } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import {
  alert,
  choose,
  confirmation,
  INVALID,
  linkFor,
  ownMails,
  password,
  reset,
  success,
  USED,
} from './kit/password-reset.ts'
import {
  expect,
  fillIn,
  hydrated,
  open,
  overflowOf,
  partsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

// A separate server: these tests change passwords. None depends on a password that another one has set.
test.use({ serverEnv: ownMails })

test.describe('the link of the mail', () => {
  test('is checked first, once, and opening it does not spend it [PWC-01, PWC-02, PWC-07, WIR-23, RTE-11]', async ({
    page,
    request,
  }) => {
    const link = await linkFor(request, 'pending@example.com')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/rest/auth/password_reset/confirm/**', async (route) => {
      await promise
      await route.continue()
    })
    const calls = watchCalls(page)
    await page.goto(link)
    await expect(page.getByText('Page is loading ...')).toBeVisible()
    await hydrated(page)
    await expect(page.getByText('Page is loading ...')).toBeVisible()
    await expect(password(page)).toHaveCount(0)
    await expectAccessible(page)
    resolve()
    await expect(password(page)).toBeVisible()
    await expect(confirmation(page)).toBeVisible()
    await expect(reset(page)).toBeEnabled()
    await expect(page.getByText('Page is loading ...')).toHaveCount(0)
    await expect(page.locator('form input:not([autocomplete=off])')).toHaveCount(0)
    await expectAccessible(page)
    expect(calls.map((call) => [call.method(), new URL(call.url()).pathname])).toEqual([
      ['GET', `/rest/auth${link.replace('/password-reset/', '/password_reset/')}`],
    ])
    await page.reload()
    await expect(password(page)).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(page)).toBe(0)
  })

  test('sets a password once, ends every session, and the old password is over [PWC-03, PWC-04, WIR-24]', async ({
    page,
    request,
    browser,
    server,
  }) => {
    const [first, second] = ['maple otter brass', 'copper lantern hill']
    await choose(request, await linkFor(request, 'agent@example.com'), first)
    const elsewhere = await browser.newPage({ baseURL: server.url })
    await signInAs(elsewhere, 'agent@example.com', first)
    await expect(elsewhere).toHaveURL('/account/')

    const link = await linkFor(request, 'agent@example.com')
    const calls = watchCalls(page)
    await open(page, link)
    await password(page).fill(second)
    await confirmation(page).fill(second)
    await reset(page).click()
    await expect(success(page)).toBeFocused()
    await expect(success(page)).toHaveAccessibleDescription('Please back to Login using your new password.')
    await expectAccessible(page)
    const posted = calls.find((call) => call.method() === 'POST')
    expect(posted && partsOf(posted)).toEqual({ password: second, password_confirm: second })

    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/login\/\?status=session_ended&next=/)
    await elsewhere.close()
    const old = await request.post('/rest/auth/login/', {
      multipart: { email: 'agent@example.com', password: first },
    })
    expect(old.status()).toBe(401)
    await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).click()
    await hydrated(page)
    await fillIn(page, 'agent@example.com', second)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/account/')
    expect(
      (await request.get(`/rest/auth${link.replace('/password-reset/', '/password_reset/')}`)).status(),
    ).toBe(404)
  })

  test('needs two passwords of six characters that are the same [PWC-06]', async ({ page, request }) => {
    const link = await linkFor(request, 'pending@example.com')
    const calls = watchCalls(page)
    await open(page, link)
    await reset(page).click()
    const notes = { password: /This field is required$/, confirmation: 'This field is required' }
    await expect(password(page)).toHaveAccessibleDescription(notes.password)
    await expect(confirmation(page)).toHaveAccessibleDescription(notes.confirmation)
    await expect(password(page)).toBeFocused()
    await expectAccessible(page)
    await password(page).fill('12345')
    await expect(password(page)).toHaveAccessibleDescription(/Minimum 6 characters required$/)
    await password(page).fill('sunroof-82')
    await confirmation(page).fill('sunroof')
    await expect(confirmation(page)).toHaveAccessibleDescription('Two password fields don`t match')
    await reset(page).click()
    await expect(confirmation(page)).toBeFocused()
    expect(calls.filter((call) => call.method() === 'POST')).toEqual([])
    await confirmation(page).fill('sunroof-82')
    await expect(confirmation(page)).toHaveAccessibleDescription('')
  })

  test('tells how strong a password is and refuses none for it, by the keyboard alone [PWC-02, PWC-06]', async ({
    page,
    request,
  }) => {
    await open(page, await linkFor(request, 'fraud@example.com'))
    await password(page).focus()
    await page.keyboard.type('maple otter brass')
    await expect(page.getByText('Strong.')).toBeVisible()
    await password(page).fill('')
    await page.keyboard.type('111111')
    await expect(page.getByText(/^Weak:/)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(password(page)).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await page.keyboard.type('111111')
    await page.keyboard.press('Enter')
    await expect(success(page)).toBeFocused()
  })

  test.describe('that did not work', () => {
    test.use({ expectedConsoleErrors: [/Failed to load resource/] })

    test('says so and offers another [PWC-04, PWC-05, PWC-07]', async ({ page }) => {
      await open(page, '/password-reset/confirm/not-a-link-of-ours/')
      await expect(alert(page)).toHaveText(INVALID)
      await expect(password(page)).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Restore' }).click()
      await expect(page).toHaveURL('/password-reset/')
    })

    test('because it was used in another tab says the same [PWC-04, PWC-07]', async ({ page, request }) => {
      const link = await linkFor(request, 'canceled@example.com')
      await open(page, link)
      await expect(password(page)).toBeVisible()
      await choose(request, link, 'used elsewhere 1')
      await password(page).fill('too late now')
      await confirmation(page).fill('too late now')
      await reset(page).click()
      await expect(alert(page)).toHaveText(INVALID)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Restore' })).toBeVisible()
    })

    test('because it was used by a request whose answer was lost says that the password may be changed [PWC-08]', async ({
      page,
      request,
    }) => {
      await open(page, await linkFor(request, 'canceled@example.com'))
      await password(page).fill('maple otter brass')
      await confirmation(page).fill('maple otter brass')
      const address = '**/rest/auth/password_reset/confirm/**'
      await page.route(address, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await reset(page).click()
      await expect(alert(page)).toHaveText('Network Error')
      await page.unroute(address)
      await reset(page).click()
      await expect(page.getByRole('main')).toContainText(USED)
      await expect(page.getByRole('main')).not.toContainText(INVALID)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expectAccessible(page)
      await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
        'href',
        '/password-reset/',
      )
      await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).click()
      await hydrated(page)
      await fillIn(page, 'canceled@example.com', 'maple otter brass')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page).not.toHaveURL(/login/)
    })

    test('because nobody answered can be tried again [PWC-01]', async ({ page, request }) => {
      const link = await linkFor(request, 'pastdue@example.com')
      await page.route('**/rest/auth/password_reset/confirm/**', (route) => route.abort())
      await open(page, link)
      await expect(alert(page)).toHaveText(/\S/)
      await expect(alert(page)).not.toHaveText(INVALID)
      await expectAccessible(page)
      await page.unroute('**/rest/auth/password_reset/confirm/**')
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(password(page)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(password(page)).toBeFocused()
    })

    test('that no longer works after all takes the focus to its heading [PWC-01]', async ({ page }) => {
      await page.route('**/rest/auth/password_reset/confirm/**', (route) => route.abort())
      await open(page, '/password-reset/confirm/nothing-that-we-ever-sent/')
      await expect(alert(page)).toHaveText(/\S/)
      await page.unroute('**/rest/auth/password_reset/confirm/**')
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(alert(page)).toHaveText(INVALID)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    const failures: Record<string, [(route: Route) => Promise<void>, string | RegExp]> = {
      'is lost': [(route) => route.abort(), /\S/],
      'gets no JSON back': [(route) => route.fulfill({ status: 500, body: 'oops' }), 'Network Error'],
      'comes too often': [
        (route) => route.fulfill({ status: 429, json: { errors: 'Please wait 3 minutes.' } }),
        'Please wait 3 minutes.',
      ],
    }
    test('because the new password is lost, refused or too much says what happened [PWC-08]', async ({
      page,
      request,
    }) => {
      await open(page, await linkFor(request, 'fraud@example.com'))
      await password(page).fill('maple otter brass')
      await confirmation(page).fill('maple otter brass')
      for (const [answer, text] of Object.values(failures)) {
        await page.route('**/rest/auth/password_reset/confirm/**', answer)
        await reset(page).click()
        await expect(alert(page)).toHaveText(text)
        await page.unroute('**/rest/auth/password_reset/confirm/**')
      }
      await page.route('**/rest/auth/password_reset/confirm/**', (route) =>
        route.fulfill({ status: 400, json: { errors: { password: ['Used before.'] } } }),
      )
      await reset(page).click()
      await expect(password(page)).toHaveAccessibleDescription(/Used before\.$/)
      await expect(password(page)).toBeFocused()
    })
  })
})
