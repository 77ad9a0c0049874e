import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleProvider } from '#web/test-kit/provider.ts'
import { expectAccessible, show } from '#web/test-kit/show.tsx'
import { BlogCarousel } from './BlogCarousel.tsx'
import sheet from './sign-in.css?inline'

afterEach(() => vi.useRealTimers())

const region = page.getByRole('region', { name: 'From the blog' })
const next = page.getByRole('button', { name: 'Next posts' })
const previous = page.getByRole('button', { name: 'Previous posts' })
const samples = [/listing has just expired/, /two-hour calling block/]
const titles = () => region.getByRole('heading').elements()
const shows = (...expected: (RegExp | string)[]) =>
  expect
    .poll(() => titles().map(({ textContent }) => textContent?.replace(' (opens in a new tab)', '')))
    .toEqual(expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))

type Feed = () => Promise<Response> | Response
const feedOf =
  (items: object[]): Feed =>
  () =>
    Response.json({ items })
const posts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    title: `Post ${place + 1}`,
    content_html: `<p>Text ${place + 1}</p>`,
    url: `/blog/post-${place + 1}/`,
  }))

/** Returns the requests to the feed. */
function showWith(answer: Feed, blogFeed = sampleProvider.links.blogFeed) {
  const request: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    request.push({ url: String(url), init })
    return answer()
  })
  const provider = { ...sampleProvider, links: { ...sampleProvider.links, blogFeed } }
  show(
    <>
      <input aria-label="Elsewhere" />
      <BlogCarousel provider={provider} />
    </>,
    sheet,
  )
  return request
}

test('shows the latest posts two at a time and turns both ways [LGN-24, LGN-25]', async () => {
  showWith(feedOf(posts(5)))
  await shows('Post 1', 'Post 2')
  await next.click()
  await shows('Post 3', 'Post 4')
  await next.click()
  await shows('Post 4', 'Post 5')
  await expect.element(region.getByRole('status')).toHaveTextContent('Posts 4 and 5 of 5')
  await next.click()
  await shows('Post 1', 'Post 2')
  ;(previous.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await shows('Post 4', 'Post 5')
  await userEvent.keyboard(' ')
  await shows('Post 3', 'Post 4')
  await expectAccessible()
})

test('requests five posts, whatever the URL says, and reveals nothing about the visitor [LGN-26, WIR-28]', async () => {
  const request = showWith(feedOf(posts(2)), 'https://ringwell.example/feed.json?lang=en&count=50')
  await shows('Post 1', 'Post 2')
  expect(request.map(({ url }) => url)).toEqual(['https://ringwell.example/feed.json?lang=en&count=5'])
  expect(request[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
})

test('a post is plain text, shortened, with a link that opens a new tab [LGN-27, LGN-28, WIR-29, ENT-28]', async () => {
  const url = 'https://blog.example/a/'
  const title = `Tom &amp; Ann&#8217;s ${'t'.repeat(80)}`
  showWith(
    feedOf([
      { id: 'a', title, content_html: `<p>${'x'.repeat(200)}</p>`, url },
      { id: 2, title: 'Short', content_html: '<h2>One</h2><p>two &lt;b&gt; <b>three</b></p>', url },
    ]),
  )
  await shows(`Tom & Ann’s ${'t'.repeat(48)}…`, 'Short')
  const cards = page.getByRole('article')
  await expect.element(cards.first().getByRole('paragraph')).toHaveTextContent(`${'x'.repeat(160)}…`)
  await expect.element(cards.last().getByRole('paragraph')).toHaveTextContent('One two <b> three')
  const link = cards.last().getByRole('link')
  await expect.element(link).toHaveAttribute('href', url)
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener')
})

test('a post whose link is not a web url has no link', async () => {
  showWith(feedOf([{ id: 1, title: 'One', content_html: '', url: 'javascript:alert(1)' }, ...posts(1)]))
  await shows('One', 'Post 1')
  expect(region.getByRole('link').elements()).toHaveLength(1)
})

test.each<[string, Feed]>([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers 500', () => Response.json({ items: posts(3) }, { status: 500 })],
  ['answers no JSON', () => new Response('<html>')],
  ['is no feed', feedOf([{ id: 1 }])],
  ['is empty', feedOf([])],
])('the two samples stay when the feed %s [LGN-29]', async (_, answer) => {
  let answered = false
  showWith(async () => {
    answered = true
    return answer()
  })
  await expect.poll(() => answered).toBe(true)
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 500 }))
  await shows(...samples)
  await expect.element(next).toBeDisabled()
})

test('gives up on a feed that does not answer within four seconds [LGN-29]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const request = showWith(() => new Promise(() => {}))
  await vi.waitUntil(() => request.length > 0)
  const signal = request[0]?.init.signal
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(4_000)
  vi.useRealTimers()
  await expect.poll(() => signal?.aborted).toBe(true)
  await shows(...samples)
})

test('nothing shifts when the posts arrive or turn [LGN-29]', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  showWith(() => promise)
  await shows(...samples)
  const top = () => next.element().getBoundingClientRect().top
  const before = top()
  const title = `${'T'.repeat(30)} ${'t'.repeat(29)}`
  const long = { title, content_html: 'word '.repeat(40), url: '/' }
  resolve(Response.json({ items: [1, 2, 3].map((id) => ({ ...long, id, url: `/${id}/` })) }))
  await shows(title, title)
  expect(top()).toBe(before)
  await next.click()
  expect(top()).toBe(before)
})

test('the feed does not replace a sample post that has the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  showWith(() => promise)
  const links = region.getByRole('link')
  ;(links.first().element() as HTMLElement).focus()
  resolve(Response.json({ items: posts(4) }))
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 500 }))
  await expect.element(links.first()).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(links.last()).toHaveFocus()
  await shows(...samples)
  await page.getByLabelText('Elsewhere').click()
  await shows('Post 1', 'Post 2')
})

test('posts that share an id do not pile up', async () => {
  showWith(feedOf(posts(4).map((post) => ({ ...post, id: 0 }))))
  await shows('Post 1', 'Post 2')
  await next.click()
  await shows('Post 3', 'Post 4')
  await next.click()
  await shows('Post 1', 'Post 2')
})
