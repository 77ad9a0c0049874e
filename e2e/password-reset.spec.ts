import type { APIRequestContext, Page, Route } from '@playwright/test'
import type { KeptMail } from '../contract/pages.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  awake,
  expect,
  fillIn,
  holdScripts,
  open,
  overflowOf,
  partsOf,
  pathsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

// A server of their own: these stories change passwords. None of them counts on what another one has set.
test.use({ serverEnv: { MAIL_FROM: 'Reset stories <reset@example.com>' } })

const REQUEST = '/rest/auth/password_reset/'
const LOOK_UP = '/rest/auth/check_agent_email/'
const INVALID = 'Unfortunately the link did not work. Please, attempt to restore the password once more'
const send = (page: Page) => page.getByRole('button', { name: 'Send' })
const reset = (page: Page) => page.getByRole('button', { name: 'Reset', exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm password')
const success = (page: Page) => page.getByRole('heading', { level: 1, name: 'Success!' })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const unknownEmail = () => `nobody-${Date.now()}-${Math.floor(Math.random() * 1e9)}@example.com`

test.describe('asking for a new password', () => {
  test('is a title, an email, Send and a way back [PWR-01, PWR-02, PWR-05, RTE-10]', async ({ page }) => {
    await open(page, '/password-reset/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset password')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(send(page)).toBeEnabled()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/login/')
  })

  test('needs an email that can be one [PWR-07]', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, '/password-reset/')
    await send(page).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is required')
    await page.getByLabel('Email').fill('agent@brokerage')
    await send(page).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectAccessible(page)
    expect(calls).toEqual([])
  })

  test('ends well for an email that nobody has, as for any other [PWR-03, PWR-04, WIR-22]', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    const email = unknownEmail()
    await open(page, '/password-reset/')
    await page.getByLabel('Email').fill(email)
    await send(page).dblclick()
    await expect(success(page)).toBeFocused()
    await expect(success(page)).toHaveAccessibleDescription('Please check your Email.')
    await expectAccessible(page)
    expect(pathsOf(calls)).toEqual([LOOK_UP, REQUEST])
    expect(calls.map(partsOf)).toEqual([{ email }, { email }])
    await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/login/')
  })

  test('goes by the keyboard alone [PWR-02, PWR-04]', async ({ page }) => {
    await open(page, '/password-reset/')
    await page.getByLabel('Email').focus()
    await page.keyboard.type(unknownEmail())
    await page.keyboard.press('Enter')
    await expect(success(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login/')
  })

  test('lets the person choose among several accounts, and sends the number [PWR-06, CHO-07]', async ({
    page,
    request,
  }) => {
    const before = await newestMail(request)
    const calls = watchCalls(page)
    await open(page, '/password-reset/')
    await page.getByLabel('Email').fill('team@example.com')
    await send(page).click()
    const chooser = page.getByRole('dialog', { name: 'Choose account' })
    await expect(chooser.locator('tbody tr')).toHaveText([
      /204611.*Reset/,
      /198220.*Reset/,
      /310077.*Sign Up/,
    ])
    await chooser.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    await expectAccessible(page)
    await chooser.getByRole('button', { name: 'Cancel' }).click()
    await expect(send(page)).toBeFocused()
    await send(page).click()
    await chooser.getByRole('button', { name: 'Reset the password of Harbor Street Group' }).click()
    await expect(success(page)).toBeFocused()
    expect(calls.map(partsOf).at(-1)).toEqual({ email: 'team@example.com', pin: '198220' })
    const links = await linksTo(request, 'team@example.com', before)
    expect(links).toHaveLength(1)
  })

  test('leads an invited person to sign up [PWR-06]', async ({ page }) => {
    await page.route('**/sign-up/', (route) => route.fulfill({ contentType: 'text/html', body: 'arrived' }))
    await open(page, '/password-reset/')
    await page.getByLabel('Email').fill('team@example.com')
    await send(page).click()
    await page.getByRole('button', { name: /^Sign Up for/ }).click()
    await expect(page.getByText('arrived')).toBeVisible()
  })

  test.describe('when it fails', () => {
    test.use({ expectedConsoleErrors: [/Failed to load resource/] })
    const failures: Record<string, [path: string, (route: Route) => Promise<void>, string | RegExp]> = {
      'the look-up is lost': [LOOK_UP, (route) => route.abort(), /\S/],
      'the call is lost': [REQUEST, (route) => route.abort(), /\S/],
      'the answer is no JSON': [
        REQUEST,
        (route) => route.fulfill({ status: 502, body: 'bad' }),
        'Network Error',
      ],
      'there were too many tries': [
        REQUEST,
        (route) => route.fulfill({ status: 429, json: { errors: 'Please wait 9 minutes and try again.' } }),
        'Please wait 9 minutes and try again.',
      ],
    }
    for (const [name, [path, answer, words]] of Object.entries(failures)) {
      test(`says so: ${name} [PWR-08]`, async ({ page }) => {
        await page.route(`**${path}`, answer)
        await open(page, '/password-reset/')
        await page.getByLabel('Email').fill(unknownEmail())
        await send(page).click()
        await expect(alert(page)).toHaveText(words)
        await page.unroute(`**${path}`)
        await send(page).click()
        await expect(success(page)).toBeVisible()
      })
    }

    test('says at the field what the server says of it [PWR-08]', async ({ page }) => {
      await page.route(`**${REQUEST}`, (route) =>
        route.fulfill({ status: 400, json: { errors: { email: ['Not', 'this one.'] } } }),
      )
      await open(page, '/password-reset/')
      await page.getByLabel('Email').fill(unknownEmail())
      await send(page).click()
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Not this one.')
    })
  })

  test('keeps what was typed before the script came [PWR-03]', async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto('/password-reset/', { waitUntil: 'commit' })
    const email = unknownEmail()
    await page.getByLabel('Email').fill(email)
    scripts.release()
    await awake(page)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await send(page).click()
    await expect(success(page)).toBeVisible()
  })
})

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
    await awake(page)
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
    await expect(elsewhere).toHaveURL('/login/')
    await elsewhere.close()
    const old = await request.post('/rest/auth/login/', {
      multipart: { email: 'agent@example.com', password: first },
    })
    expect(old.status()).toBe(401)
    await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).click()
    await awake(page)
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
      await expect(page.getByRole('link', { name: 'Restore' })).toBeVisible()
    })

    test('because nobody answered can be tried again [PWC-01]', async ({ page, request }) => {
      const link = await linkFor(request, 'pastdue@example.com')
      await page.route('**/rest/auth/password_reset/confirm/**', (route) => route.abort())
      await open(page, link)
      await expect(alert(page)).toHaveText(/\S/)
      await expect(alert(page)).not.toHaveText(INVALID)
      await expectAccessible(page)
      await page.unroute('**/rest/auth/password_reset/confirm/**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(password(page)).toBeVisible()
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
      for (const [answer, words] of Object.values(failures)) {
        await page.route('**/rest/auth/password_reset/confirm/**', answer)
        await reset(page).click()
        await expect(alert(page)).toHaveText(words)
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

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/Failed to load resource/] })

  test('the whole way works, from the request to the new password [PWR-03, PWR-07, PWC-02, PWC-03, PWC-06]', async ({
    page,
    request,
  }) => {
    const before = await newestMail(request)
    await page.goto('/password-reset/')
    await page.getByLabel('Email').fill('pastdue@brokerage')
    await send(page).click()
    await expect(page.getByLabel('Email')).toHaveValue('pastdue@brokerage')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address')
    await page.getByLabel('Email').fill('pastdue@example.com')
    await send(page).click()
    await expect(page.getByRole('main')).toContainText('Success!Please check your Email.')

    const [link = ''] = await linksTo(request, 'pastdue@example.com', before)
    await page.goto(link)
    await expect(page.getByText('Page is loading ...')).toBeVisible()
    await page.getByRole('link', { name: 'Continue without a script' }).click()
    await password(page).fill('maple otter')
    await confirmation(page).fill('maple')
    await reset(page).click()
    await expect(confirmation(page)).toHaveAccessibleDescription(/don`t match|Minimum 6/)
    await expect(password(page)).toHaveValue('')
    await password(page).fill('maple otter')
    await confirmation(page).fill('maple otter')
    await reset(page).click()
    await expect(page.getByRole('main')).toContainText('Please back to Login using your new password.')
    await page.goto(`${link}?checked=1`)
    await expect(alert(page)).toHaveText(INVALID)
    await expect(page.getByRole('link', { name: 'Restore' })).toHaveAttribute('href', '/password-reset/')
  })
})

/** The one link of a fresh mail to someone with one account. */
async function linkFor(request: APIRequestContext, email: string): Promise<string> {
  const before = await newestMail(request)
  const answer = await request.post(REQUEST, { multipart: { email } })
  expect(answer.status()).toBe(200)
  const [link = ''] = await linksTo(request, email, before)
  return link
}

/** The links of the reset mail to this person that came after the given one, as paths. */
async function linksTo(request: APIRequestContext, email: string, after: number): Promise<string[]> {
  let links: string[] = []
  await expect
    .poll(
      async () => {
        const { mails } = await readMailbox(request)
        const mail = mails.find(
          (one) => one.id > after && one.recipient === email && /^Reset/.test(one.subject),
        )
        const plain = mail ? (await readMailbox(request, mail.id)).open?.plain : ''
        links = [...(plain ?? '').matchAll(/\/password-reset\/confirm\/[^/\s]+\//g)].map(([path]) => path)
        return links.length
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  return links
}

async function newestMail(request: APIRequestContext): Promise<number> {
  return (await readMailbox(request)).mails[0]?.id ?? 0
}

type Mailbox = { mails: KeptMail[]; open: { plain: string } | null }

/** The mailbox as its page is given it. */
async function readMailbox(request: APIRequestContext, id?: number): Promise<Mailbox> {
  const html = await (await request.get(`/dev/mailbox/${id ? `?mail=${id}` : ''}`)).text()
  const [, json = '{}'] = /id="page-props"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json).values
}

async function choose(request: APIRequestContext, link: string, chosen: string) {
  const address = `/rest/auth${link.replace('/password-reset/', '/password_reset/')}`
  const answer = await request.post(address, { multipart: { password: chosen, password_confirm: chosen } })
  expect(answer.status()).toBe(200)
}
