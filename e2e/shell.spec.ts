import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { boxOf } from './kit/boxes.ts'
import { expect, test } from './kit/server.ts'
import { hydrated, overflowOf } from './kit/visitor.ts'

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
    await hydrated(page)
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
    await hydrated(page)
    expect(await overflowOf(page), query).toBe(0)
  }
  await page.goto(GALLERY)
  await hydrated(page)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Please check 10 fields', { exact: true })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
})

test('every piece is accessible', async ({ page }) => {
  await page.goto(GALLERY)
  await hydrated(page)
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
  await hydrated(page)
  const button = page.getByRole('button', { name: 'Submit', exact: true })
  const { width } = await boxOf(button)
  await button.click()
  const busy = page.getByRole('button', { name: 'Submit Please wait' })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  await expect(busy).toBeFocused()
  expect((await boxOf(busy)).width).toBeCloseTo(width, 1)
})

async function colourOf(page: Page, text: string) {
  const badge = page.getByRole('region', { name: 'Badges' }).getByText(text, { exact: true })
  return badge.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    return `${color} on ${backgroundColor}`
  })
}
