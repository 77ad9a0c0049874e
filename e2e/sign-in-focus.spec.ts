import type { Page } from '@playwright/test'
import { expect, open, test } from './kit/visitor.ts'

const posts = (page: Page) => page.getByRole('region', { name: 'From the blog' }).getByRole('link')
const items = Array.from({ length: 4 }, (_, place) => ({
  id: 0,
  title: `Post ${place + 1}`,
  content_html: 'Text',
  url: `/site/blog/post-${place + 1}/`,
}))

test('the feed does not take a sample post from under the focus', async ({ page }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/site/blog/feed.json*', async (route) => {
    await held
    await route.fulfill({ json: { items } })
  })
  await open(page, '/login/')
  await posts(page).first().focus()
  const arrived = page.waitForResponse(/feed\.json/)
  answer()
  await (await arrived).finished()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  await expect(posts(page).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(posts(page).nth(1)).toBeFocused()
  await expect(posts(page).nth(1)).toHaveText(/two-hour calling block/)
  await page.getByLabel('Email').focus()
  await expect(posts(page)).toHaveText([/^Post 1/, /^Post 2/])
})

test('posts that share an id do not pile up', async ({ page }) => {
  await page.route('**/site/blog/feed.json*', (route) => route.fulfill({ json: { items } }))
  await open(page, '/login/')
  await expect(posts(page)).toHaveText([/^Post 1/, /^Post 2/])
  for (const pair of [
    [/^Post 3/, /^Post 4/],
    [/^Post 1/, /^Post 2/],
  ]) {
    await page.getByRole('button', { name: 'Next posts' }).click()
    await expect(posts(page)).toHaveText(pair)
  }
})

test('the tab goes through the header in the order in which it is read', async ({ page }) => {
  for (const address of ['/login/', '/site/']) {
    await page.goto(address)
    for (const width of [1280, 800, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const places = await page
        .locator('.head')
        .evaluate((head) =>
          [...head.querySelectorAll('a, button')]
            .filter((element) => element.checkVisibility())
            .map((element) => Math.round(element.getBoundingClientRect().left)),
        )
      expect(places, `${address} at ${width}`).toEqual([...places].sort((one, other) => one - other))
    }
  }
})
