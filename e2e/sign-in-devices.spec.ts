import { devices, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { banner, SIGN_IN, submit } from './kit/sign-in.ts'
import { expect, fillIn, hydrated, open, partsOf, test, watchCalls } from './kit/visitor.ts'

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
  await hydrated(page)
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
