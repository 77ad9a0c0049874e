import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

const GALLERY = '/dev/gallery/'
const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 900 }

test('the product is called by the name that the provider gave it [GEN-02]', async ({ page }) => {
  await page.goto(GALLERY)
  await expect(page).toHaveTitle(/the product$/)
  await expect(page.getByRole('banner')).toContainText('the product')
  await expect(page.getByRole('contentinfo')).toContainText(/^© \d{4} the product/)
})

test('six links lead to the public site of the provider, in a new tab [GEN-08, GEN-09]', async ({ page }) => {
  await page.setViewportSize(wide)
  await page.goto(GALLERY)
  const links = page.getByRole('navigation', { name: 'About the service' }).getByRole('link')
  const names = ['Home', 'Media', 'Pricing', 'Blog', 'FAQ', 'About Us']
  await expect(links).toHaveText(names.map((name) => `${name} (opens in a new tab)`))
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  const opened = page.waitForEvent('popup')
  await links.nth(2).click()
  await expect.poll(async () => new URL((await opened).url()).pathname).toBe('/site/pricing/')
  await expect(page).toHaveURL(GALLERY)
})

for (const [name, address] of Object.entries({ Login: '/login/', 'Sign Up': '/sign-up/' })) {
  test(`${name} in the header loads ${address} as a whole page [GEN-10, GEN-11]`, async ({ page }) => {
    await page.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/html', body: 'arrived' }))
    await page.goto(GALLERY)
    await awake(page)
    const load = page.waitForRequest((request) => new URL(request.url()).pathname === address)
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    expect((await load).isNavigationRequest()).toBe(true)
    await expect(page.getByText('arrived')).toBeVisible()
  })
}

test('a page has a dark panel at the left, or under the form where there is no room [RTE-03]', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await page.goto(GALLERY)
  const panel = page.getByRole('complementary')
  const main = page.getByRole('main')
  await expect(panel).toHaveCSS('background-color', 'rgb(10, 15, 31)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 248, 251)')
  const [left, right] = [await boxOf(panel), await boxOf(main)]
  expect(left.x).toBe(0)
  expect(right.x).toBeCloseTo(left.width, 0)
  expect(left.width).toBeCloseTo(wide.width * 0.4, -1)

  await page.setViewportSize(narrow)
  const [under, over] = [await boxOf(panel), await boxOf(main)]
  expect(under.y).toBeGreaterThanOrEqual(over.y + over.height)
  expect(under.width).toBeCloseTo(over.width, 0)
})

test('a page has a header and a footer with the copyright of the year [RTE-04]', async ({ page }) => {
  await page.goto('/browser_select/')
  await expect(page.getByRole('banner')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()}`)
  await expect(footer.getByRole('link')).toHaveText(['Terms', 'Privacy'])
})

test('a page that stands alone has no header [RTE-02]', async ({ page }) => {
  await page.goto(`${GALLERY}?layout=single`)
  await expect(page.getByRole('heading', { name: 'Pieces' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('on a narrow screen the links fold into a menu that the keyboard opens and closes [GEN-08]', async ({
  page,
}) => {
  await page.setViewportSize(narrow)
  await page.goto(GALLERY)
  const menu = page.getByRole('button', { name: 'Menu' })
  const home = page.getByRole('link', { name: /^Home/ })
  await expect(home).toBeHidden()
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(home).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(home).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(home).toBeHidden()
  await expect(menu).toBeFocused()

  await page.setViewportSize(wide)
  await expect(home).toBeVisible()
  await expect(menu).toBeHidden()
})

test('signed in, the pages of the account stand on the panel or fold into the menu', async ({ page }) => {
  await page.setViewportSize(wide)
  await page.goto(`${GALLERY}?layout=app`)
  const overview = page
    .getByRole('navigation', { name: 'Your account' })
    .getByRole('link', { name: 'Overview' })
  await expect(overview).toBeVisible()
  await expect(overview).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize(narrow)
  await expect(overview).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(overview).toBeVisible()
  await expectAccessible(page)
})

test('the first stop of the keyboard skips to the main content', async ({ page }) => {
  await page.goto(GALLERY)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('nothing is wider than the smallest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const query of [
    '',
    '?layout=app',
    '?layout=single',
    '?dialog=info',
    '?dialog=chooser',
    '?dialog=device',
  ]) {
    await page.goto(GALLERY + query)
    await awake(page)
    expect(await overflowOf(page), query).toBe(0)
  }
  await page.goto(GALLERY)
  await awake(page)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Please check 10 fields', { exact: true })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
})

test('every piece is accessible', async ({ page }) => {
  await page.goto(GALLERY)
  await awake(page)
  await expectAccessible(page)
})

test('statuses of one group look alike, and groups differ [CHO-11, CHO-12, CHO-13, CHO-14, CHO-15]', async ({
  page,
}) => {
  await page.goto(GALLERY)
  const groups = [
    ['Free sign-up', 'Free agent'],
    ['Being set up', 'Waiting for reactivation'],
    ['Active'],
    ['Expired', 'Canceled'],
    ['Past due', 'Past due, last day'],
  ]
  const styles = await Promise.all(
    groups.map((names) => Promise.all(names.map((name) => colourOf(page, name)))),
  )
  for (const same of styles) expect(new Set(same).size).toBe(1)
  expect(new Set(styles.map(([first]) => first)).size).toBe(groups.length)
})

test('only the content of a page is printed', async ({ page }) => {
  await page.goto(GALLERY)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Pieces' })).toBeVisible()
  for (const part of ['banner', 'complementary', 'contentinfo'] as const) {
    await expect(page.getByRole(part)).toBeHidden()
  }
})

test('whoever asks for less motion gets a quiet spinner', async ({ page }) => {
  await page.goto(GALLERY)
  const animation = () =>
    page
      .locator('.spinner', { hasText: 'Page is loading' })
      .evaluate((spinner) => getComputedStyle(spinner, '::before').animationName)
  expect(await animation()).toBe('turn')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animation()).toBe('breathe')
})

test('a button at work keeps its width, its name and the focus', async ({ page }) => {
  await page.goto(GALLERY)
  await awake(page)
  const button = page.getByRole('button', { name: 'Submit', exact: true })
  const { width } = await boxOf(button)
  await button.click()
  const busy = page.getByRole('button', { name: 'Submit Please wait' })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  await expect(busy).toBeFocused()
  expect((await boxOf(busy)).width).toBeCloseTo(width, 1)
})

test.describe('the support banner', () => {
  const help = (page: Page) => page.getByRole('main').getByText('Need some help?')
  const call = (page: Page) => page.getByRole('main').getByText('Call Toll Free:')

  async function openAt(page: Page, time: string) {
    await page.clock.install({ time })
    await page.goto(GALLERY)
    await awake(page)
  }

  test.describe('for a visitor in New York', () => {
    test.use({ timezoneId: 'America/New_York' })

    test('offers help outside the hours, with a link to support [SPB-01]', async ({ page }) => {
      await openAt(page, '2026-11-16T12:00:00Z')
      await expect(help(page).getByRole('link', { name: 'Contact support' })).toHaveAttribute(
        'href',
        /support/,
      )
      await expect(call(page)).toHaveCount(0)
    })

    test('offers the toll-free number during the hours [SPB-02]', async ({ page }) => {
      await openAt(page, '2026-11-16T15:00:00Z')
      const number = call(page).getByRole('link')
      await expect(number).toHaveAttribute('href', /^tel:\+1\d{10}$/)
      await expect(number).toHaveText(/\d{3}.*\d{4}$/)
      await expect(help(page)).toHaveCount(0)
    })

    test('is open from 13 to 20 UTC, never at the weekend [SPB-03, SPB-04, SPB-05]', async ({ page }) => {
      await openAt(page, '2026-11-13T12:59:30Z')
      await expect(help(page)).toBeVisible()
      const hours = [
        ['00:31', call],
        ['07:59:00', call],
        ['01:00', help],
        // Saturday and Sunday at 15 UTC, then Monday at 13.
        ['18:00:00', help],
        ['24:00:00', help],
        ['22:00:00', call],
      ] as const
      for (const [later, shown] of hours) {
        await page.clock.runFor(later)
        await expect(shown(page)).toBeVisible()
      }
    })

    test('turns while the page stays open, and moves nothing [SPB-05]', async ({ page }) => {
      await openAt(page, '2026-11-16T12:59:30Z')
      await expect(help(page)).toBeVisible()
      const before = await boxOf(help(page))
      await page.clock.runFor('00:31')
      await expect(call(page)).toBeVisible()
      expect(await boxOf(call(page))).toEqual(before)
    })
  })

  test.describe('for a visitor in Kiritimati, fourteen hours ahead', () => {
    test.use({ timezoneId: 'Pacific/Kiritimati' })
    test('is closed on a Friday of UTC that is a Saturday there [SPB-04]', async ({ page }) => {
      await openAt(page, '2026-11-20T15:00:00Z')
      await expect(help(page)).toBeVisible()
    })
    test('is open on a Sunday of UTC that is a Monday there [SPB-04]', async ({ page }) => {
      await openAt(page, '2026-11-22T15:00:00Z')
      await expect(call(page)).toBeVisible()
    })
  })

  test.describe('for a visitor in Pago Pago, eleven hours behind', () => {
    test.use({ timezoneId: 'Pacific/Pago_Pago' })
    test('is open until the last second of Friday, and closed on Saturday [SPB-03, SPB-04]', async ({
      page,
    }) => {
      await openAt(page, '2026-11-20T20:59:30Z')
      await expect(call(page)).toBeVisible()
      await page.clock.runFor('00:31')
      await expect(help(page)).toBeVisible()
      await page.clock.runFor('18:00:00')
      await expect(help(page)).toBeVisible()
    })
  })

  test.describe('for a visitor in Kolkata, whose midnight is half past an hour', () => {
    test.use({ timezoneId: 'Asia/Kolkata' })
    test('closes at midnight before Saturday [SPB-04, SPB-05]', async ({ page }) => {
      await openAt(page, '2026-11-20T18:29:30Z')
      await expect(call(page)).toBeVisible()
      await page.clock.runFor('00:31')
      await expect(help(page)).toBeVisible()
    })
  })
})

test.describe('a dialog', () => {
  const dialog = (page: Page) => page.getByRole('dialog')

  test('is 80% wide, at least 20rem and at most 60rem [CHO-16]', async ({ page }) => {
    await page.goto(`${GALLERY}?dialog=info`)
    await settled(page)
    for (const [viewport, width] of [
      [1000, 800],
      [1600, 960],
      [380, 320],
    ] as const) {
      await page.setViewportSize({ width: viewport, height: 800 })
      expect((await boxOf(dialog(page))).width).toBeCloseTo(width, 0)
    }
  })

  test('has the size of the chooser or of the device warning where it is one [CHO-08]', async ({ page }) => {
    await page.setViewportSize(wide)
    await page.goto(`${GALLERY}?dialog=chooser`)
    await settled(page)
    expect(await boxOf(dialog(page))).toMatchObject({ width: 640, height: 400 })
    await page.goto(`${GALLERY}?dialog=device`)
    await settled(page)
    expect(await boxOf(dialog(page))).toMatchObject({ width: 320 })
  })

  test('is named by its title and accessible', async ({ page }) => {
    for (const [kind, name] of [
      ['info', 'Info'],
      ['chooser', 'Choose account'],
      ['device', 'Warning'],
    ] as const) {
      await page.goto(`${GALLERY}?dialog=${kind}`)
      await settled(page)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('is used with the keyboard alone, keeps the focus inside and gives it back', async ({ page }) => {
    await page.goto(GALLERY)
    await awake(page)
    const opener = page.getByRole('button', { name: 'Chooser dialog' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    const seen = new Set<string>()
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.closest('dialog') ? (activeElement.textContent ?? '') : activeElement?.tagName
      })
      seen.add(place ?? '')
    }
    // The body stands for the browser's own controls, where the keyboard may go from any page.
    seen.delete('BODY')
    expect([...seen].filter((words) => !/^(Login|Cancel|Choose account)$/.test(words))).toEqual([])
    expect(seen).toContain('Cancel')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('closes by its button or a click beside it, not by a click inside', async ({ page }) => {
    await page.goto(GALLERY)
    await awake(page)
    const opener = page.getByRole('button', { name: 'Info dialog' })
    await opener.click()
    await dialog(page).getByText('Traces are unlimited').click()
    await expect(dialog(page)).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeHidden()
    await opener.click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('that may not be closed stays, whatever is pressed', async ({ page }) => {
    await page.goto(GALLERY)
    await awake(page)
    await page.getByRole('button', { name: 'Device warning' }).click()
    await expect(dialog(page)).toBeVisible()
    const closed = dialog(page).evaluate(
      (element) => new Promise<string>((tell) => element.addEventListener('close', () => tell('closed'))),
    )
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    const untouched = page.evaluate(
      () => new Promise<string>((tell) => requestAnimationFrame(() => tell('open'))),
    )
    expect(await Promise.race([closed, untouched])).toBe('open')
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByRole('button')).toHaveCount(0)
  })

  test('locks the scrolling of the page behind it', async ({ page }) => {
    await page.goto(`${GALLERY}?dialog=info`)
    await settled(page)
    const before = await page.evaluate(() => window.scrollY)
    await page.mouse.move(20, 20)
    await page.mouse.wheel(0, 600)
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })
    test('is open in the page as a modal would be', async ({ page }) => {
      await page.setViewportSize(wide)
      await page.goto(`${GALLERY}?dialog=chooser`)
      const { x, y, width, height } = await boxOf(dialog(page))
      expect([width, height]).toEqual([640, 400])
      expect([x + width / 2, y + height / 2]).toEqual([wide.width / 2, wide.height / 2])
    })

    test('the menu opens all the same', async ({ page }) => {
      await page.setViewportSize(narrow)
      await page.goto(GALLERY)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('link', { name: /^Pricing/ })).toBeVisible()
    })
  })
})

async function settled(page: Page) {
  await awake(page)
  await page
    .getByRole('dialog')
    .evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
}

async function awake(page: Page) {
  await page.locator('form[data-awake]').first().waitFor()
}

async function boxOf(element: ReturnType<Page['getByRole']>) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return box
}

async function colourOf(page: Page, words: string) {
  const badge = page.getByRole('region', { name: 'Badges' }).getByText(words, { exact: true })
  return badge.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    return `${color} on ${backgroundColor}`
  })
}

async function overflowOf(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
