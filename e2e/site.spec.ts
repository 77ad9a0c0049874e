import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

const builder = '/site/pricing/#plan-builder'
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
  await expect(total(page)).toHaveText('$149 / mo')
})

test('everything that a plan can hold adds its monthly price to the panel [GEN-06, SUP-21..SUP-35]', async ({
  page,
}) => {
  await page.goto(builder)
  await expect(lines(page)).toHaveText(['Agent access × 1$10 / mo'])
  await expect(total(page)).toHaveText('$10 / mo')
  const licences = {
    'Single line power dialer': 'Single line dialer × 1$89 / mo',
    'Triple line power dialer': 'Triple line dialer × 1$139 / mo',
    'Voice feature': 'Voice feature × 1$30 / mo',
    'Call recording': 'Call recording × 1$25 / mo',
  }
  for (const [name, line] of Object.entries(licences)) {
    await page.getByRole('button', { name: `One more: ${name}` }).click()
    await expect(lines(page).filter({ hasText: line })).toHaveCount(1)
  }
  const services = {
    'Neighborhood search': '$49 / mo',
    'Expired leads': '$50 / mo',
    'For sale by owner': '$25 / mo',
    'For rent by owner': '$25 / mo',
    'Skip tracer': '$49 / mo',
    'Pre-foreclosures': '$49 / mo',
  }
  for (const [name, price] of Object.entries(services)) {
    await page.getByRole('checkbox', { name }).check()
    await expect(lines(page).filter({ hasText: name })).toHaveText(`${name}${price}`)
  }
  await expect(total(page)).toHaveText('$540 / mo')
})

test('a plan built with the mouse has its quantities, its total and its sign-up link', async ({ page }) => {
  await page.goto(builder)
  const more = (name: string) => page.getByRole('button', { name: `One more: ${name}` })
  await more('Triple line power dialer').click({ clickCount: 3 })
  await page.getByRole('button', { name: 'One less: Triple line power dialer' }).click()
  await more('Agent access').click()
  await more('Call recording').click({ clickCount: 2 })
  await page.locator('.pick', { has: page.getByRole('checkbox', { name: 'Skip tracer' }) }).click()
  await expect(lines(page)).toHaveText([
    'Triple line dialer × 2$278 / mo',
    'Agent access × 2$20 / mo',
    'Call recording × 2$50 / mo',
    'Skip tracer$49 / mo',
  ])
  await expect(total(page)).toHaveText('$397 / mo')
  const link = page.getByRole('link', { name: 'Sign up with this plan' })
  await expect(link).toHaveAttribute(
    'href',
    '/sign-up/?triple=2&lead=2&callrecording=2&skip-tracer=1&back-url=pricing&plan-name=custom',
  )
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/sign-up/')
  await link.click()
  expect(new URL((await asked).url()).searchParams.get('triple')).toBe('2')
})

test('the same plan can be built with the keyboard alone', async ({ page }) => {
  await page.goto(builder)
  const triple = page.getByRole('spinbutton', { name: 'Triple line power dialer' })
  await triple.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'One more: Triple line power dialer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(triple).toHaveValue('3')
  await page.getByRole('button', { name: 'One less: Triple line power dialer' }).press('Space')
  await page.getByRole('checkbox', { name: 'Skip tracer' }).press('Space')
  await expect(total(page)).toHaveText('$337 / mo')
  await expect(page.getByRole('link', { name: 'Sign up with this plan' })).toHaveAttribute(
    'href',
    '/sign-up/?triple=2&lead=1&skip-tracer=1&back-url=pricing&plan-name=custom',
  )
})

test('a plan in the address is the plan to start from, within what can be bought', async ({ page }) => {
  await page.goto('/site/pricing/?single=2&lead=99&mojovoice=-1&callrecording=x&fsbo=7#plan-builder')
  await expect(page.getByRole('spinbutton', { name: 'Single line power dialer' })).toHaveValue('2')
  await expect(page.getByRole('spinbutton', { name: 'Agent access' })).toHaveValue('20')
  await expect(page.getByRole('spinbutton', { name: 'Voice feature' })).toHaveValue('0')
  await expect(page.getByRole('spinbutton', { name: 'Call recording' })).toHaveValue('0')
  await expect(page.getByRole('checkbox', { name: 'For sale by owner' })).toBeChecked()
  await expect(total(page)).toHaveText('$403 / mo')
})

test('agent access alone says why it cannot be signed up with, unless it is what one came with', async ({
  page,
}) => {
  await page.goto(builder)
  const button = page.getByRole('button', { name: 'Sign up with this plan' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/Choose a dialer, a feature or a data service/)
  await page.getByRole('button', { name: 'One more: Agent access' }).click()
  const link = page.getByRole('link', { name: 'Sign up with this plan' })
  await expect(link).toHaveAttribute('href', /lead=2&/)
  await page.goto('/site/pricing/?lead=1#plan-builder')
  await expect(link).toHaveAttribute('href', '/sign-up/?lead=1&back-url=pricing&plan-name=custom')
})

test('a number that cannot be bought is put right when its field is left', async ({ page }) => {
  await page.goto(builder)
  const single = page.getByRole('spinbutton', { name: 'Single line power dialer' })
  const agents = page.getByRole('spinbutton', { name: 'Agent access' })
  await expect(page.getByRole('button', { name: 'One more: Agent access' })).toBeEnabled()
  await single.fill('50')
  await agents.fill('')
  await expect(single).toHaveValue('20')
  await agents.blur()
  await expect(agents).toHaveValue('1')
  await expect(total(page)).toHaveText('$1,790 / mo')
  await page.getByRole('button', { name: 'One more: Single line power dialer' }).press('Enter')
  await expect(single).toHaveValue('20')
  await page.getByRole('button', { name: 'One less: Agent access' }).press('Enter')
  await expect(agents).toHaveValue('1')
})

test('what was chosen before the page woke up counts', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(builder, { waitUntil: 'commit' })
  await page.getByRole('spinbutton', { name: 'Single line power dialer' }).fill('2')
  await page.getByRole('checkbox', { name: 'Expired leads' }).check()
  release()
  await expect(total(page)).toHaveText('$238 / mo')
  await expect(page.getByRole('spinbutton', { name: 'Single line power dialer' })).toHaveValue('2')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the plan builder is a plain form that carries the plan to the sign-up', async ({ page }) => {
    await page.goto('/site/pricing/?lead=2#plan-builder')
    await expect(page.getByRole('button', { name: 'One more: Agent access' })).toBeHidden()
    await page.getByRole('spinbutton', { name: 'Triple line power dialer' }).fill('2')
    await page.getByRole('checkbox', { name: 'Skip tracer' }).check()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/sign-up/')
    await page.getByRole('button', { name: 'Sign up with this plan' }).click()
    const query = Object.fromEntries(new URL((await asked).url()).searchParams)
    expect(query).toEqual({
      single: '0',
      triple: '2',
      lead: '2',
      mojovoice: '0',
      callrecording: '0',
      'skip-tracer': '1',
      'back-url': 'pricing',
      'plan-name': 'custom',
    })
  })

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
  await expect(page.getByRole('heading', { level: 1, name: 'This post is not here' })).toBeVisible()
  await page.getByRole('link', { name: 'See all posts' }).click()
  await expect(page).toHaveURL('/site/blog/')
})

function total(page: Page) {
  return page.getByText('Total Monthly Cost').locator('xpath=..').getByRole('status')
}

function lines(page: Page) {
  return page.locator('.plan .line:not(.total)')
}

async function sidewaysScroll(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function read(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  expect(answer.status(), address).toBe(200)
  return answer.text()
}

/** Addresses of our own, with the place on the page that they point at. */
function linksIn(html: string) {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].flatMap(([, href = '']) => {
    if (!/^[/#]/.test(href)) return []
    const [path = '', anchor = ''] = href.replaceAll('&amp;', '&').split('#')
    return { path, anchor }
  })
}
