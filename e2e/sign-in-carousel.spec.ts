import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, open, test } from './kit/visitor.ts'

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

  test.describe('with a hostile feed', () => {
    // The policy reports inline handlers even where they could never run.
    test.use({ expectedConsoleErrors: [/Content Security Policy/] })

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
      const given = page.waitForEvent('requestfailed', (request) => /feed\.json/.test(request.url()))
      await openWithFeed(page, async (route) => {
        await promise
        await route.fulfill({ json: { items: posts(3) } }).catch(() => {})
      })
      expect((await given).failure()?.errorText).toMatch(/ABORTED/)
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
