import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

const addresses = [
  '/site/',
  '/site/media/',
  '/site/pricing/',
  '/site/blog/',
  '/site/blog/five-openers-for-expired-listings/',
  '/site/blog/a-post-that-never-was/',
  '/site/faq/',
  '/site/about-us/',
  '/site/support/',
  '/site/app-store/',
  '/site/play-store/',
  '/site/webinar-room/',
  '/site/getting-started/',
  '/site/terms/',
  '/site/privacy/',
]

for (const address of addresses) {
  test(`${address} reads well for everyone, down to 320 pixels`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
  })
}

test('the header leads to six pages of the site in a new tab, and to Login and Sign Up in this one [GEN-08, GEN-09, GEN-10]', async ({
  page,
}) => {
  await page.goto('/site/')
  const header = page.getByRole('banner')
  const pages = {
    Home: '',
    Media: 'media/',
    Pricing: 'pricing/',
    Blog: 'blog/',
    FAQ: 'faq/',
    'About Us': 'about-us/',
  }
  for (const [name, path] of Object.entries(pages)) {
    const link = header.getByRole('link', { name, includeHidden: true })
    await expect(link).toHaveAttribute('href', `/site/${path}`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  for (const [name, href] of Object.entries({ Login: '/login/', 'Sign Up': '/sign-up/' })) {
    const link = header.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', href)
    await expect(link).not.toHaveAttribute('target')
  }
})

test('no link of the site is dead, and none points at a place that its page does not have', async ({
  request,
}) => {
  const visited = new Map<string, string>()
  const waiting = ['/site/']
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (visited.has(address)) continue
    const html = await read(request, address)
    visited.set(address, html)
    if (address.startsWith('/site/')) waiting.push(...linksIn(html).map(({ path }) => path || address))
  }
  for (const [address, html] of visited) {
    if (!address.startsWith('/site/')) continue
    for (const { path, anchor } of linksIn(html).filter((link) => link.anchor !== '')) {
      const target = visited.get(path || address)
      expect(target, `${address} links to ${path}#${anchor}`).toContain(`id="${anchor}"`)
    }
  }
  for (const address of addresses.filter((known) => !known.includes('never-was'))) {
    expect([...visited.keys()], 'found by following links').toContain(address)
  }
})

test('the home page names both dialers with their pace and their advertised price [GEN-03, GEN-04, SUP-36]', async ({
  page,
}) => {
  await page.goto('/site/')
  const main = page.getByRole('main')
  const single = main.locator('section', {
    has: page.getByRole('heading', { name: 'Single line power dialer' }),
  })
  await expect(single).toContainText('Up to 85 calls per hour')
  await expect(single).toContainText('$99 / mo')
  const triple = main.locator('section', {
    has: page.getByRole('heading', { name: 'Triple line power dialer' }),
  })
  await expect(triple).toContainText('Up to 300 calls per hour')
  await expect(triple).toContainText('$149 / mo')
  await expect(page.getByText('Join 25,000+ sales professionals')).toBeVisible()
  await triple.getByRole('link', { name: 'Start with three lines' }).click()
  await expect(page).toHaveURL('/site/pricing/?triple=1#plan-builder')
  await expect(page.getByRole('status').filter({ hasText: '$149 / mo' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('questions open and posts can be read', async ({ page }) => {
    await page.goto('/site/faq/')
    await page.getByText('How do I cancel?').click()
    await expect(page.getByText('Cancel before your next billing date')).toBeVisible()
    await page.goto('/site/blog/your-voicemail-has-one-job/')
    await expect(page.getByRole('heading', { level: 1, name: 'Your voicemail has one job' })).toBeVisible()
  })
})

test('the questions are answered with the facts [SUP-37..SUP-40]', async ({ page }) => {
  await page.goto('/site/faq/')
  const facts = {
    'What does every plan need?': 'Each agent on an account needs a CRM licence',
    'Does every agent need a dialer of their own?':
      'Dialing licences can be shared between agents who do not dial at the same time',
    'Can I start alone and add people later?':
      'Additional users, dialing licences and data subscriptions may be added at any time after signing up',
    'How much can I use the skip tracer?': '3000 records per calendar month',
    'Which area do expired leads cover?': '50-mile radius',
    'Is there anywhere you have no data?': 'Canada, South Carolina, Montana, Idaho and Kansas',
    'How am I billed?': 'recurring, prepaid and non-refundable',
    'How do I cancel?': 'Cancel before your next billing date',
  }
  for (const [asked, answer] of Object.entries(facts)) {
    const question = page.locator('details', { hasText: asked })
    if ((await question.getAttribute('open')) === null) await question.getByText(asked).click()
    await expect(question.locator('p')).toContainText(answer)
    await expect(question.locator('p')).toBeVisible()
  }
})

test('the blog feeds programs with its posts, newest first [ENT-28]', async ({ request, page }) => {
  const answer = await request.get('/site/blog/feed.json?count=5')
  expect(answer.headers()['content-type']).toContain('application/feed+json')
  const feed = await answer.json()
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  expect(feed.items.length).toBeGreaterThanOrEqual(7)
  for (const item of feed.items) {
    expect(item).toEqual(
      expect.objectContaining({
        id: expect.stringMatching(/./),
        title: expect.stringMatching(/./),
        content_html: expect.stringMatching(/^<p>/),
        url: expect.stringMatching(/^\/site\/blog\/[\w-]+\/$/),
      }),
    )
  }
  const days: string[] = feed.items.map((item: { date_published: string }) => item.date_published)
  expect(days).toEqual(days.toSorted().reverse())
  expect(feed.items.some((item: { title: string }) => item.title.length > 60)).toBe(true)
  const words = feed.items.map((item: { content_html: string }) => item.content_html).join('')
  expect(words).toContain('&amp;')
  expect(words).toContain('&rsquo;')

  await page.goto(feed.items[0].url)
  await expect(page.getByRole('heading', { level: 1, name: feed.items[0].title })).toBeVisible()
})

test('the tab of a post says which one it is', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/site/blog/your-voicemail-has-one-job/')
  await expect(page).toHaveTitle(/^Your voicemail has one job · /)
})

test('a post that does not exist is missed politely', async ({ page }) => {
  await page.goto('/site/blog/a-post-that-never-was/')
  await expect(page.getByRole('heading', { level: 1, name: 'We could not find this post' })).toBeVisible()
  await page.getByRole('link', { name: 'See all posts' }).click()
  await expect(page).toHaveURL('/site/blog/')
})

async function sidewaysScroll(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function read(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  expect(answer.status(), address).toBe(200)
  return answer.text()
}

/** Links to our own site, with their fragments. */
function linksIn(html: string) {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].flatMap(([, href = '']) => {
    if (!/^[/#]/.test(href)) return []
    const [path = '', anchor = ''] = href.replaceAll('&amp;', '&').split('#')
    return { path, anchor }
  })
}
