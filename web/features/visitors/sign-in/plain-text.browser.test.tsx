import { expect, test } from 'vitest'
import { plainText } from './blog-feed.ts'

test.each([
  ['Tom &amp; Ann&rsquo;s &#8220;list&#x201d; &mdash; 50&nbsp;%', 'Tom & Ann’s “list” — 50 %'],
  ['&amp;lt; &amp;rsquo; &amp;amp;', '&lt; &rsquo; &amp;'],
  ['&nosuch; &; &#; & co', '&nosuch; &; &#; & co'],
  ['caf&eacute; &euro;&thinsp;5 &frac12;', 'café € 5 ½'],
])('entities become their characters, once: %s [WIR-29]', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each([
  [
    '<p>One <b>bo</b>ld word.</p><p>Two.<br/>Three.</p>\n<ul><li>Four</li></ul>',
    'One bold word. Two. Three. Four',
  ],
  ['Rates < 5% & prices <6 dollars, a<b is no tag', 'Rates < 5% & prices <6 dollars, a'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['<table><tr><td>Five</td><td>Six</td></tr></table>', 'Five Six'],
])('markup becomes its text, and blocks are separated: %s [WIR-29]', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each([
  ['a<script>document.title = "owned"</script>b<STYLE>p{}</StYlE >c <!-- <p>no</p> --> d', 'a b c d'],
  [
    '<img src="/hostile.png" onerror="document.title=\'owned\'" style="color:red">seen<svg><text>no</text></svg>',
    'seen',
  ],
  ['before<script>never closed <p>words</p>', 'before'],
  ['before<a href="never closed', 'before'],
  ['x<iframe src="/hostile.html"></iframe>y<link rel="stylesheet" href="/hostile.css">z', 'x y z'],
  ['before<!-- never closed', 'before'],
])('skipped markup adds no text, and neither runs nor loads: %s [WIR-29]', async (html, text) => {
  const title = document.title
  expect(plainText(html)).toBe(text)
  // Anything it loaded would have been requested before this.
  await fetch(location.href)
  expect(document.title).toBe(title)
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('hostile'))).toEqual([])
})

test('hostile markup is read quickly: in full, some of it would take a minute [WIR-29]', () => {
  const before = performance.now()
  for (const piece of ['<', '<!--', '<script>', '&', '<a ', '</', '<div>', '&amp;lt;'])
    plainText(piece.repeat(80_000))
  expect(performance.now() - before).toBeLessThan(8_000)
})
