import { expectAccessible } from './kit/axe.ts'
import { banner, extraData, submit } from './kit/sign-in.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

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

  test('shows nothing of extraData that is no email and no account number [LGN-03]', async ({ page }) => {
    const markup = '</script><img src=x onerror=document.title="owned"><b>1</b>'
    await open(page, `${extraData(JSON.stringify({ email: markup, pin: markup }))}&status=busy.active`)
    await expect(banner(page)).toHaveText(
      'Oops! It appears you currently have an Active account. Please enter your password to login.',
    )
    await expect(page.getByLabel('Email')).toHaveValue('')
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await expect(page).toHaveTitle(/^Login/)
  })

  test('with mr=1 is about payment, with a logo [LGN-10]', async ({ page }) => {
    await open(page, '/login/?mr=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage your payment')
    await expect(page.getByRole('main').locator('.sign-in-logo svg')).toBeVisible()
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
