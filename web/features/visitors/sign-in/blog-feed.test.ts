import { expect, test } from 'vitest'
import { cut, type PostCard, postsOf } from './blog-feed.ts'

const address = 'https://blog.example/feed.json?count=5'

/** Parsing of markup is tested in the browser: plain-text.browser.test.tsx. */
const cardsOf = (said: unknown): PostCard[] => postsOf(said, address, (text) => text.trim())

function feedOf(count: number) {
  const items = Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    title: `Post ${place + 1}`,
    content_html: `Text ${place + 1}`,
    url: `/posts/${place + 1}/`,
  }))
  return { items }
}

test('keeps the first six posts, each with id, title, text and link [LGN-26, WIR-29, ENT-28]', () => {
  const posts = cardsOf(feedOf(10))
  expect(posts.map(({ title }) => title)).toEqual([
    'Post 1',
    'Post 2',
    'Post 3',
    'Post 4',
    'Post 5',
    'Post 6',
  ])
  expect(posts[0]).toEqual({
    id: '1',
    title: 'Post 1',
    text: 'Text 1',
    href: 'https://blog.example/posts/1/',
  })
})

test('cuts titles at 60 and texts at 160 characters [LGN-27, LGN-28, WIR-29]', () => {
  const [post] = cardsOf({
    items: [
      {
        id: 'a',
        title: '&'.repeat(61),
        content_html: 'é'.repeat(161),
        url: 'https://x.example',
      },
    ],
  })
  expect(post?.title).toBe(`${'&'.repeat(60)}…`)
  expect(post?.text).toBe(`${'é'.repeat(160)}…`)
})

test('a link that is not a web url is dropped', () => {
  const hostile = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'https://']
  const items = hostile.map((url, id) => ({ id, title: 'T', content_html: '', url }))
  expect(cardsOf({ items }).map(({ href }) => href)).toEqual(hostile.map(() => undefined))
})

test('skips posts without a title, and finds none in what is not a feed [LGN-29]', () => {
  for (const said of [
    null,
    undefined,
    5,
    'text',
    [],
    {},
    { items: 'x' },
    { items: [{ id: 1 }] },
    { items: [] },
  ]) {
    expect(cardsOf(said)).toEqual([])
  }
  expect(cardsOf({ items: [{ id: 1, title: ' ', content_html: '', url: '/' }] })).toEqual([])
})

test('skips an incomplete post and keeps the others [LGN-29]', () => {
  const { items } = feedOf(3)
  const broken = [{ id: 9, title: 'No text or link' }, null, 'text', { ...items[0], id: null }]
  const posts = cardsOf({ items: [broken[0], items[0], ...broken, items[1], items[2]] })
  expect(posts.map(({ title }) => title)).toEqual(['Post 1', 'Post 2', 'Post 3'])
})

test('shows a repeated post once, and tells posts with the same id apart', () => {
  const { items } = feedOf(2)
  const twice = cardsOf({ items: [items[0], items[0], items[1]] })
  expect(twice.map(({ title }) => title)).toEqual(['Post 1', 'Post 2'])
  const shared = cardsOf({ items: items.map((item) => ({ ...item, id: 0 })) })
  expect(shared.map(({ title }) => title)).toEqual(['Post 1', 'Post 2'])
  expect(new Set(shared.map(({ id }) => id)).size).toBe(2)
})

test('cuts a text between characters, with an ellipsis [LGN-27, LGN-28]', () => {
  expect(cut('short', 60)).toBe('short')
  expect(cut('x'.repeat(60), 60)).toBe('x'.repeat(60))
  expect(cut('x'.repeat(61), 60)).toBe(`${'x'.repeat(60)}…`)
  expect(cut('one two', 4)).toBe('one…')
  const family = '👨‍👩‍👧‍👦'
  expect(cut(family.repeat(60), 60)).toBe(family.repeat(60))
  expect(cut(family.repeat(61), 60)).toBe(`${family.repeat(60)}…`)
  expect(cut('e\u0301'.repeat(61), 60)).toBe(`${'e\u0301'.repeat(60)}…`)
  expect(cut(`${'x'.repeat(59)}e\u0301y`, 60)).toBe(`${'x'.repeat(59)}e\u0301…`)
})
