import type { Route } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { pressEnterInto } from './kit/double-press.ts'
import { newestMail } from './kit/mailbox.ts'
import {
  alert,
  confirmation,
  INVALID,
  LOOK_UP,
  linksTo,
  ownMails,
  password,
  REQUEST,
  reset,
  send,
  success,
  USED,
  unknownEmail,
} from './kit/password-reset.ts'
import { expect, holdScripts, hydrated, open, partsOf, pathsOf, test, watchCalls } from './kit/visitor.ts'

// A separate server: these tests change passwords. None depends on a password that another one has set.
test.use({ serverEnv: ownMails })

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

  test('Enter pressed twice asks for no account that nobody chose [PWR-06, CHO-07]', {
    tag: '@wide',
  }, async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, '/password-reset/')
    await page.getByLabel('Email').fill('team@example.com')
    await pressEnterInto(page, page.getByRole('dialog', { name: 'Choose account' }))
    // To the second account.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(success(page)).toBeFocused()
    expect(pathsOf(calls)).toEqual([LOOK_UP, REQUEST])
    expect(calls.map(partsOf).at(-1)).toMatchObject({ pin: '198220' })
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
    await chooser.getByRole('button', { name: 'Reset the password for Harbor Street Group' }).click()
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
    for (const [name, [path, answer, text]] of Object.entries(failures)) {
      test(`says so: ${name} [PWR-08]`, async ({ page }) => {
        await page.route(`**${path}`, answer)
        await open(page, '/password-reset/')
        await page.getByLabel('Email').fill(unknownEmail())
        await send(page).click()
        await expect(alert(page)).toHaveText(text)
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
    await hydrated(page)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await send(page).click()
    await expect(success(page)).toBeVisible()
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
    await page.getByRole('link', { name: 'Continue without JavaScript' }).click()
    await password(page).fill('maple otter')
    await confirmation(page).fill('maple')
    await reset(page).click()
    await expect(confirmation(page)).toHaveAccessibleDescription(/don`t match|Minimum 6/)
    await expect(password(page)).toHaveValue('')
    await password(page).fill('maple otter')
    await confirmation(page).fill('maple otter')
    await reset(page).click()
    await expect(page.getByRole('main')).toContainText('Please back to Login using your new password.')
    // The answer was lost, and the browser sends the form again.
    await page.reload()
    await expect(page.getByRole('main')).toContainText(USED)
    await page.goto(`${link}?checked=1`)
    await expect(alert(page)).toHaveText(INVALID)
    await expect(page.getByRole('link', { name: 'Restore' })).toHaveAttribute('href', '/password-reset/')
  })
})
