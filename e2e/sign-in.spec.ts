import { devices, type Page, type Route } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import {
  awake,
  expect,
  fillIn,
  holdScripts,
  open,
  overflowOf,
  PASSWORD,
  partsOf,
  pathsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

const LOOK_UP = '/rest/auth/check_agent_email/'
const SIGN_IN = '/rest/auth/login/'
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
const banner = (page: Page) => page.getByRole('main').locator('.banner')

test.describe('the page', () => {
  test('asks for email and password, and knows the way to a new one [LGN-01, LGN-02, RTE-06]', async ({
    page,
  }) => {
    await open(page, '/login/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    await expect(submit(page)).toBeEnabled()
    await expect(page.locator('form input:not([autocomplete=off])')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/password-reset/')
  })

  test('is where an unknown address leads, and the bare one [RTE-01]', async ({ page }) => {
    for (const address of ['/nowhere/at/all', '/']) {
      await page.goto(address)
      await expect(page).toHaveURL('/login/')
    }
  })

  const statuses = {
    'registered [LGN-04]': [
      '?status=registered',
      'Success! Your account is currently being set up. This can take 5-10 minutes, please wait for your confirmation e-mail to log into the product.',
    ],
    'busy.active [LGN-05]': [
      `?status=busy.active&extraData=${encodeURIComponent('{"email":"agent@example.com","pin":"204518"}')}`,
      'Oops! It appears you currently have an Active account under Account Number 204518. Please enter your password to login.',
    ],
    'logged_out_as_fraud [LGN-06]': [
      '?status=logged_out_as_fraud',
      'Your account has been cancelled for a chargeback or disputed charge, fraudulent charges, or unacceptable usage. Please contact our support team by phone. 1-800-555-0100',
    ],
    'subscription_canceled [LGN-07]': [
      '?status=subscription_canceled',
      'Account suspended. Please pay for the services to continue using the product.',
    ],
    'email [LGN-08]': ['?status=email', 'Invalid login/password'],
  } as const
  for (const [name, [query, words]] of Object.entries(statuses)) {
    test(`says in its first HTML what happened: ${name}`, async ({ page, request }) => {
      const html = await (await request.get(`/login/${query}`)).text()
      expect(html.indexOf('class="banner')).toBeGreaterThan(0)
      await open(page, `/login/${query}`)
      await expect(banner(page)).toHaveText(words)
      await expectAccessible(page)
    })
  }

  test('says nothing for an absent or an unknown status [LGN-09]', async ({ page }) => {
    for (const query of ['', '?status=', '?status=bogus', '?status=__proto__']) {
      await open(page, `/login/${query}`)
      await expect(banner(page)).toHaveCount(0)
    }
  })

  test('takes the email from extraData, whatever else is in it [LGN-03]', async ({ page }) => {
    const email = page.getByLabel('Email')
    await open(page, extraData('{"email":"dana@example.com","pin":204518,"more":{}}'))
    await expect(email).toHaveValue('dana@example.com')
    for (const broken of [
      '{',
      'null',
      '[]',
      '"text"',
      '{"email":{"a":1}}',
      '{"__proto__":{"email":"x"}}',
      '',
    ]) {
      await open(page, extraData(broken))
      await expect(email).toHaveValue('')
      await expect(submit(page)).toBeVisible()
    }
  })

  test('shows markup of extraData as the text that it is [LGN-03]', async ({ page }) => {
    const markup = '</script><img src=x onerror=document.title="owned"><b>1</b>'
    await open(page, `${extraData(JSON.stringify({ email: markup, pin: markup }))}&status=busy.active`)
    await expect(banner(page)).toContainText(markup)
    await expect(page.getByLabel('Email')).toHaveValue(markup)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await expect(page).toHaveTitle(/^Login/)
  })

  test('with mr=1 is about payment, with a logo [LGN-10]', async ({ page }) => {
    await open(page, '/login/?mr=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage your payment')
    await expect(page.getByRole('main').locator('.logo svg')).toBeVisible()
    await expectAccessible(page)
  })

  test('tells on its panel how the system is and what the provider has to say [LGN-22, LGN-23]', async ({
    page,
  }) => {
    await page.goto('/login/')
    const panel = page.getByRole('complementary')
    await expect(panel).toContainText('System status: Normal')
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText('More conversations, less dialing.')
    await expect(panel).toContainText('Sign in to pick up where you left off')
  })

  test('fits the smallest screen, with errors and banners too', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, '/login/?status=logged_out_as_fraud')
    await submit(page).click()
    await expect(page.getByText('This field is required').first()).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
  })
})

test.describe('the blog carousel', () => {
  const titles = (page: Page) => page.getByRole('region', { name: 'From the blog' }).getByRole('heading')
  const samples = [/listing has just expired/, /two-hour calling block/]

  async function openWithFeed(page: Page, answer: (route: Route) => Promise<void> | void) {
    await page.route('**/site/blog/feed.json*', answer)
    await open(page, '/login/')
  }
  const feedOf = (items: object[]) => (route: Route) => route.fulfill({ json: { items } })
  const posts = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      id: place + 1,
      title: `Post ${place + 1}`,
      content_html: `<p>Text ${place + 1}</p>`,
      url: `/site/blog/post-${place + 1}/`,
    }))

  test('shows the latest posts, two at a time, and turns both ways [LGN-24, LGN-25]', async ({ page }) => {
    await openWithFeed(page, feedOf(posts(5)))
    const shows = (...places: number[]) =>
      expect(titles(page)).toHaveText(places.map((n) => new RegExp(`^Post ${n}`)))
    await shows(1, 2)
    const next = page.getByRole('button', { name: 'Next posts' })
    await next.click()
    await shows(3, 4)
    await next.click()
    await shows(4, 5)
    await expect(page.getByText('Posts 4 and 5 of 5')).toBeAttached()
    await next.click()
    await shows(1, 2)
    await page.getByRole('button', { name: 'Previous posts' }).focus()
    await page.keyboard.press('Enter')
    await shows(4, 5)
    await page.keyboard.press('Space')
    await shows(3, 4)
    await expectAccessible(page)
  })

  test('asks for five posts after the page is there, and keeps six [LGN-26, WIR-28, WIR-29]', async ({
    page,
  }) => {
    const asked = page.waitForRequest(/feed\.json/)
    await openWithFeed(page, feedOf(posts(10)))
    expect(new URL((await asked).url()).search).toBe('?count=5')
    expect((await asked).method()).toBe('GET')
    await expect(titles(page).first()).toContainText('Post 1')
    const next = page.getByRole('button', { name: 'Next posts' })
    const seen = new Set<string>()
    for (let turn = 0; turn < 6; turn += 1) {
      for (const title of await titles(page).allTextContents()) seen.add(title)
      await next.click()
    }
    expect([...seen].map((title) => title.slice(0, 6))).toEqual(
      [1, 2, 3, 4, 5, 6].map((place) => `Post ${place}`),
    )
  })

  test('cuts titles at 60 and texts at 160 characters, decoded and without markup [LGN-27, LGN-28, WIR-29, ENT-28]', async ({
    page,
  }) => {
    const url = 'https://blog.example/a/'
    await openWithFeed(
      page,
      feedOf([
        {
          id: 'a',
          title: `Tom &amp; Ann&#8217;s ${'t'.repeat(80)}`,
          content_html: `<p>${'x'.repeat(200)}</p>`,
          url,
        },
        { id: 2, title: 'Short', content_html: '<h2>One</h2><p>two &lt;b&gt; <b>three</b></p>', url },
      ]),
    )
    const cards = page.getByRole('article')
    await expect(titles(page).first()).toHaveText(`Tom & Ann’s ${'t'.repeat(48)}… (opens in a new tab)`)
    await expect(cards.first().getByRole('paragraph')).toHaveText(`${'x'.repeat(160)}…`)
    await expect(cards.last().getByRole('paragraph')).toHaveText('One two <b> three')
    const link = cards.last().getByRole('link')
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  })

  test('runs nothing and links nowhere bad, whatever the feed says', async ({ page }) => {
    const bad = '<img src=x onerror=document.title="owned"><script>document.title="owned"</script>'
    await openWithFeed(
      page,
      feedOf([
        { id: 1, title: `One${bad}`, content_html: `${bad}seen`, url: 'javascript:document.title="owned"' },
        { id: 2, title: 'Two', content_html: '', url: 'data:text/html,x' },
      ]),
    )
    await expect(titles(page)).toHaveText(['One', 'Two'])
    await expect(page.getByRole('article').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('article').locator('img')).toHaveCount(0)
    await expect(page).toHaveTitle(/^Login/)
  })

  test.describe('keeps its two samples', () => {
    test.use({ expectedConsoleErrors: [/Failed to load resource/] })
    const failures: Record<string, (route: Route) => Promise<void> | void> = {
      fails: (route) => route.abort(),
      'answers 500': (route) => route.fulfill({ status: 500, json: { items: posts(3) } }),
      'answers no JSON': (route) => route.fulfill({ body: '<html>' }),
      'is no feed': (route) => route.fulfill({ json: { items: [{ id: 1 }] } }),
      'is empty': feedOf([]),
    }
    for (const [name, answer] of Object.entries(failures)) {
      test(`when the feed ${name} [LGN-29]`, async ({ page }) => {
        const asked = page.waitForEvent('requestfinished', (request) => /feed\.json/.test(request.url()))
        const failed = page.waitForEvent('requestfailed', (request) => /feed\.json/.test(request.url()))
        await openWithFeed(page, answer)
        await Promise.race([asked, failed])
        await expect(titles(page)).toHaveText(samples)
        await expect(page.getByRole('button', { name: 'Next posts' })).toBeDisabled()
      })
    }

    test('when the feed takes too long [LGN-29]', async ({ page }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await openWithFeed(page, async (route) => {
        await promise
        await route.fulfill({ json: { items: posts(3) } }).catch(() => {})
      })
      const given = await page.waitForEvent('requestfailed', {
        predicate: (request) => /feed\.json/.test(request.url()),
      })
      expect(given.failure()?.errorText).toMatch(/ABORTED/)
      resolve()
      await expect(titles(page)).toHaveText(samples)
    })
  })

  test('has its samples in the HTML, and nothing moves when the posts come [LGN-29]', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await openWithFeed(page, async (route) => {
      await promise
      const long = {
        id: 1,
        title: `${'T'.repeat(30)} ${'t'.repeat(29)}`,
        content_html: 'word '.repeat(40),
        url: '/',
      }
      await route.fulfill({ json: { items: [long, { ...long, id: 2 }, { ...long, id: 3 }] } })
    })
    await expect(titles(page)).toHaveText(samples)
    const controls = page.getByRole('button', { name: 'Next posts' })
    const place = () => controls.evaluate((button) => button.getBoundingClientRect().top + window.scrollY)
    const before = await place()
    resolve()
    await expect(titles(page).first()).toHaveText(/^T{30}/)
    expect(await place()).toBe(before)
    await controls.click()
    expect(await place()).toBe(before)
  })

  test('asks with what the address of the feed holds, and tells nothing of the visitor [WIR-28]', async ({
    page,
  }) => {
    await page.route('**/login/', async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replaceAll('feed.json"', 'feed.json?lang=en\\u0026count=50"')
      await route.fulfill({ response, body: html })
    })
    const asked = page.waitForRequest(/feed\.json/)
    await openWithFeed(page, feedOf(posts(2)))
    expect(new URL((await asked).url()).search).toBe('?lang=en&count=5')
    expect((await asked).headers()).not.toHaveProperty('referer')
    expect((await asked).headers()).not.toHaveProperty('cookie')
    await expect(titles(page).first()).toContainText('Post 1')
  })
})

test.describe('signing in', () => {
  test('looks the email up, signs in at once and goes where the server says [LGN-30, LGN-31, LGN-33, WIR-01..WIR-08]', async ({
    page,
    request,
    server,
  }) => {
    const calls = watchCalls(page)
    await signInAs(page, 'agent@example.com')
    const arrival = await page.waitForRequest(
      (request) => request.isNavigationRequest() && /account/.test(request.url()),
    )
    expect(arrival.resourceType()).toBe('document')
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

test.describe('while the script is held back', () => {
  test('what was typed is kept, and works once the script is there [LGN-33]', async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto('/login/', { waitUntil: 'commit' })
    await fillIn(page, 'agent@example.com')
    scripts.release()
    await awake(page)
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
    await expect(page.getByText('Success!')).toBeVisible()
    await fillIn(page, 'agent@example.com', 'not-the-password')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid login/password')
    await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
    expect(await page.content()).not.toContain('not-the-password')
  })
})

test.describe('Internet Explorer', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko' })

  test('is sent to choose a browser [LGN-11]', async ({ page }) => {
    await page.goto('/login/')
    await expect(page).toHaveURL('/browser_select/')
  })

  test('stays when there is something to say [LGN-12]', async ({ page }) => {
    await page.goto('/login/?status=registered')
    await expect(page).toHaveURL('/login/?status=registered')
    await expect(banner(page)).toContainText('Success!')
  })
})

test('an Internet Explorer whose server knows it by another name is found by a script [LGN-11, LGN-12]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/4.0 (compatible; MSIE 8.0)' })
  })
  await page.goto('/login/?status=registered')
  await awake(page)
  await expect(page).toHaveURL('/login/?status=registered')
  await page.goto('/login/?mr=1').catch(() => {})
  await expect(page).toHaveURL('/browser_select/')
})

test.describe('a mobile visitor', () => {
  const notice = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
  const phone = devices['iPhone 13'].userAgent

  for (const [name, userAgent] of Object.entries({
    'a phone': phone,
    'an Android phone': devices['Pixel 7'].userAgent,
    'a tablet': devices['iPad (gen 7)'].userAgent,
    'an Android tablet': devices['Galaxy Tab S4'].userAgent,
  })) {
    test.describe(`with ${name}`, () => {
      test.use({ userAgent })
      test('is told to use the app, and cannot close that [LGN-13, LGN-15..LGN-19, GEN-13]', async ({
        page,
      }) => {
        await open(page, '/login/')
        await expect(notice(page).getByRole('heading')).toHaveText('Warning')
        await expect(notice(page)).toContainText(
          'Your device is not compatible with this website. Please download the mobile app',
        )
        await expect(notice(page).getByRole('link', { name: /App Store/ })).toHaveAttribute(
          'href',
          '/site/app-store/',
        )
        await expect(notice(page).getByRole('link', { name: /Google Play/ })).toHaveAttribute(
          'href',
          '/site/play-store/',
        )
        await notice(page).evaluate((element) =>
          Promise.all(element.getAnimations().map(({ finished }) => finished)),
        )
        expect((await notice(page).boundingBox())?.width).toBe(320)
        await expect(notice(page).getByRole('button')).toHaveCount(0)
        for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
        await page.mouse.click(4, 300)
        await expect(notice(page)).toBeVisible()
        await expect(notice(page).getByRole('link', { name: /App Store/ })).toBeInViewport()
        await expectAccessible(page)
      })
    })
  }

  test.describe('sent by the app', () => {
    test.use({ userAgent: phone })

    test('manages the payment with mr=1 [LGN-14, WIR-06]', async ({ page }) => {
      const calls = watchCalls(page)
      await open(page, '/login/?mr=1')
      await expect(notice(page)).toBeHidden()
      await fillIn(page, 'agent@example.com')
      await submit(page).click()
      await expect(page).toHaveURL('/account/billing/')
      const signIn = calls.find((call) => call.url().endsWith(SIGN_IN))
      if (!signIn) throw new Error('Nobody signed in.')
      expect(partsOf(signIn)).toMatchObject({ mobile_retry: '1', is_mobile: '1' })
    })
  })

  test.describe('without a script', () => {
    test.use({ userAgent: phone, javaScriptEnabled: false })
    test('reads the notice in the first HTML [LGN-13, LGN-17]', async ({ page }) => {
      await page.goto('/login/')
      await expect(notice(page)).toBeVisible()
      await page.goto('/login/?mr=1')
      await expect(notice(page)).toBeHidden()
    })
  })

  test('with a tablet that calls itself a desktop is found by its touch screen [LGN-13]', async ({
    page,
  }) => {
    const macintosh =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
      Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
    }, macintosh)
    await open(page, '/login/')
    await expect(notice(page)).toBeVisible()
  })

  test('is nobody who sits at a desk [LGN-13]', async ({ page }) => {
    await open(page, '/login/')
    await expect(notice(page)).toBeHidden()
  })
})

function extraData(json: string) {
  return `/login/?extraData=${encodeURIComponent(json)}`
}
