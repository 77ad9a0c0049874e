import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

const makers = {
  Chrome: 'https://www.google.com/chrome/',
  Firefox: 'https://www.mozilla.org/firefox/new/',
  Safari: 'https://www.apple.com/safari/',
  Edge: 'https://www.microsoft.com/edge',
}

test('says that Internet Explorer is not supported [BRS-01, RTE-13]', async ({ page }) => {
  await page.goto('/browser_select/')
  await expect(page.getByRole('main')).toContainText(
    'The sites of the product do not support Internet Explorer',
  )
  await expect(page.getByRole('main')).not.toContainText('Success!')
  await expectAccessible(page)
})

test('offers four browsers at the addresses of their makers [BRS-02]', async ({ page }) => {
  await page.goto('/browser_select/')
  for (const [name, address] of Object.entries(makers)) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address)
  }
})

test('tells someone who has just signed up to wait for the mail [BRS-03]', async ({ page }) => {
  await page.goto('/browser_select/?status=registered')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(
    'Success! Your account is currently being set up. This can take 5-10 minutes, please wait for your confirmation e-mail to log into the product.',
  )
  await expectAccessible(page)
})

test('an unknown status says nothing [BRS-03]', async ({ page }) => {
  await page.goto('/browser_select/?status=bogus')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Success!')).toHaveCount(0)
})

test('fits the smallest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/browser_select/?status=registered')
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test.describe('in a browser that runs no script', () => {
  test.use({ javaScriptEnabled: false })

  test('everything is there [BRS-01, BRS-02, BRS-03]', async ({ page }) => {
    await page.goto('/browser_select/?status=registered')
    const main = page.getByRole('main')
    await expect(main).toContainText('Success!')
    await expect(main).toContainText('do not support Internet Explorer')
    await expect(main.getByRole('link', { name: 'Firefox' })).toBeVisible()
    await expect(main).toContainText('Need some help?')
  })

  test('it reads in order where no style is understood either [BRS-01, BRS-02]', async ({ page }) => {
    await page.route('**/browser_select/', async (route) => {
      const response = await route.fetch()
      const unstyled = (await response.text()).replace(/<style>.*?<\/style>/s, '')
      await route.fulfill({ response, body: unstyled })
    })
    await page.goto('/browser_select/')
    await expect(page.locator('.page')).toHaveCSS('display', 'block')
    const places = await Promise.all(
      ['do not support Internet Explorer', 'from Google', 'from Microsoft', 'Contact support'].map(
        async (words) => (await page.getByText(words).boundingBox())?.y ?? -1,
      ),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
  })
})
