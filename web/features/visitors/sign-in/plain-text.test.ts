import { expect, test } from 'vitest'
import { cut } from './cut.ts'
import { decodeEntities } from './entities.ts'
import { plainText } from './plain-text.ts'

test('entities become the characters they stand for, once [WIR-29]', () => {
  expect(decodeEntities('Tom &amp; Ann&rsquo;s &#8220;list&#x201d; &mdash; 50&nbsp;%')).toBe(
    'Tom & Ann’s “list” — 50\u00a0%',
  )
  expect(decodeEntities('&amp;lt; &amp;rsquo; &amp;amp;')).toBe('&lt; &rsquo; &amp;')
  expect(decodeEntities('&nosuch; &; &#; &#0; &#xD800; &#99999999; & co')).toBe(
    '&nosuch; &; &#; &#0; &#xD800; &#99999999; & co',
  )
})

test('markup becomes its words, and blocks stand apart [WIR-29]', () => {
  expect(plainText('<p>One <b>bo</b>ld word.</p><p>Two.<br/>Three.</p>\n<ul><li>Four</li></ul>')).toBe(
    'One bold word. Two. Three. Four',
  )
  expect(plainText('Rates < 5% & prices <6 dollars, a<b is no tag')).toBe('Rates < 5% & prices <6 dollars, a')
  expect(plainText('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('<script>alert(1)</script>')
})

test('what runs or is not read is not text [WIR-29]', () => {
  expect(plainText('a<script>alert("<p>x</p>")</script>b<STYLE>p{}</StYlE >c<!-- <p>no</p> -->d')).toBe(
    'a b c d',
  )
  expect(plainText('<img src=x onerror="alert(1)">seen<svg><text>no</text></svg>')).toBe('seen')
  expect(plainText('before<script>never closed <p>words</p>')).toBe('before')
  expect(plainText('before<!-- never closed')).toBe('before')
  expect(plainText('before<a href="never closed')).toBe('before')
})

test('hostile markup costs no time [WIR-29]', () => {
  const started = performance.now()
  for (const piece of ['<', '<!--', '<script>', '&', '<a ', '</', '<script></script', '&amp;lt;'])
    plainText(piece.repeat(200_000))
  expect(performance.now() - started).toBeLessThan(2000)
})

test('a text is cut behind whole characters, with an ellipsis [LGN-27, LGN-28]', () => {
  expect(cut('short', 60)).toBe('short')
  expect(cut('x'.repeat(60), 60)).toBe('x'.repeat(60))
  expect(cut('x'.repeat(61), 60)).toBe(`${'x'.repeat(60)}…`)
  expect(cut('one two', 4)).toBe('one…')
  const family = '👨‍👩‍👧‍👦'
  expect(cut(family.repeat(60), 60)).toBe(family.repeat(60))
  expect(cut(family.repeat(61), 60)).toBe(`${family.repeat(60)}…`)
  expect(cut('e\u0301'.repeat(61), 60)).toBe(`${'e\u0301'.repeat(60)}…`)
})
