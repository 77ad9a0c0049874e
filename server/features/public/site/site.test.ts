import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function read(url: string) {
  const answer = await harness.app.inject({ url })
  expect(answer.statusCode, url).toBe(200)
  return answer.body
}

test('no link of the site is dead, and no fragment is missing on its page', async () => {
  const visited = new Map<string, string>()
  const waiting = ['/site/']
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (visited.has(url)) continue
    const html = await read(url)
    visited.set(url, html)
    if (url.startsWith('/site/')) waiting.push(...linksIn(html).map(({ path }) => path || (url as string)))
  }
  for (const [url, html] of visited) {
    if (!url.startsWith('/site/')) continue
    for (const { path, anchor } of linksIn(html).filter((link) => link.anchor !== ''))
      expect(visited.get(path || url), `${url} links to ${path}#${anchor}`).toContain(`id="${anchor}"`)
  }
  const addresses = Object.values(harness.site.about.addresses).filter((path) => !path.includes(':'))
  expect([...visited.keys()], 'found by following links').toEqual(expect.arrayContaining(addresses))
})

test("every page of the site uses the product's name [GEN-02]", async () => {
  const branded = await openHarness({ environment: { BRAND_NAME: 'Ringwell' } })
  try {
    for (const path of Object.values(harness.site.about.addresses).filter((path) => !path.includes(':'))) {
      const { statusCode, body } = await branded.app.inject({ url: path })
      expect([statusCode, textOf(body).match(/.{0,30}the product\b/i)?.[0]], path).toEqual([200, undefined])
    }
  } finally {
    await branded.close()
  }
})

test('the header links to six site pages in a new tab, and to Login and Sign Up in this one [GEN-08..GEN-10]', async () => {
  const header = /<header.*?<\/header>/s.exec(await read('/site/'))?.[0] ?? ''
  const links = [...header.matchAll(/<a\b[^>]*>/g)].map(([link]) => link)
  const inNewTab = links.filter((link) => link.includes('target="_blank"'))
  expect(inNewTab.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual(
    ['', 'media/', 'pricing/', 'blog/', 'faq/', 'about-us/'].map((path) => `/site/${path}`),
  )
  for (const link of inNewTab) expect(link).toContain('rel="noopener"')
  const inThisTab = links.filter((link) => !link.includes('target=')).join()
  for (const path of ['/login/', '/sign-up/']) expect(inThisTab).toContain(`href="${path}"`)
})

test('the home page names both dialers with their pace and their advertised price [GEN-03, GEN-04, SUP-36]', async () => {
  const html = await read('/site/')
  const text = textOf(html)
  expect(text).toMatch(/Single line power dialer \$99 \/ mo Up to 85 calls per hour/)
  expect(text).toMatch(/Triple line power dialer \$149 \/ mo Up to 300 calls per hour/)
  expect(text).toContain('Join 25,000+ sales professionals')
  expect(html).toMatch(
    /href="\/site\/pricing\/\?triple=1#plan-builder"[^>]*>(<[^>]+>)*Start with three lines/,
  )
})

test.each([
  ['What does every plan need?', 'Each agent on an account needs a CRM licence'],
  [
    'Does every agent need a dialer of their own?',
    'Dialing licences can be shared between agents who do not dial at the same time',
  ],
  [
    'Can I start alone and add people later?',
    'Additional users, dialing licences and data subscriptions may be added at any time after signing up',
  ],
  ['How much can I use the skip tracer?', '3000 records per calendar month'],
  ['Which area do expired leads cover?', '50-mile radius'],
  ['Is there anywhere you have no data?', 'Canada, South Carolina, Montana, Idaho and Kansas'],
  ['How am I billed?', 'recurring, prepaid and non-refundable'],
  ['How do I cancel?', 'Cancel before your next billing date'],
])('%s is answered with the facts [SUP-37..SUP-40]', async (request, answer) => {
  const questions = (await read('/site/faq/')).split('<details').map((part) => textOf(`<details${part}`))
  expect(questions.find((question) => question.includes(request))).toContain(answer)
})

test('the blog has a feed of its posts, newest first [ENT-28]', async () => {
  const answer = await harness.app.inject({ url: '/site/blog/feed.json?count=5' })
  expect(answer.headers['content-type']).toContain('application/feed+json')
  const feed: { version: string; items: Record<string, string>[] } = answer.json()
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  expect(feed.items.length).toBeGreaterThanOrEqual(7)
  for (const item of feed.items)
    expect(item).toMatchObject({
      id: expect.stringMatching(/./),
      title: expect.stringMatching(/./),
      content_html: expect.stringMatching(/^<p>/),
      url: expect.stringMatching(/^\/site\/blog\/[\w-]+\/$/),
    })
  const days = feed.items.map(({ date_published }) => date_published)
  expect(days).toEqual(days.toSorted().reverse())
  expect(feed.items.some(({ title = '' }) => title.length > 60)).toBe(true)
  const words = feed.items.map(({ content_html }) => content_html).join('')
  expect(words).toContain('&amp;')
  expect(words).toContain('&rsquo;')
})

test('the title of a post names it, and a missing post says so', async () => {
  const post = await read('/site/blog/your-voicemail-has-one-job/')
  expect(post).toMatch(/<title>Your voicemail has one job · /)
  expect(post).toMatch(/<h1[^>]*>Your voicemail has one job</)
  const missing = await read('/site/blog/a-post-that-never-was/')
  expect(missing).toMatch(/<h1[^>]*>We could not find this post</)
  expect(missing).toMatch(/<a [^>]*href="\/site\/blog\/"[^>]*>(<[^>]+>)*See all posts/)
})

/** Links to our own site, with their fragments. */
function linksIn(html: string) {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].flatMap(([, href = '']) => {
    if (!/^[/#]/.test(href)) return []
    const [path = '', anchor = ''] = href.replaceAll('&amp;', '&').split('#')
    return { path, anchor }
  })
}

function textOf(html: string) {
  return html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}
