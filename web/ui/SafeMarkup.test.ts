import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { fc } from '../../scripts/properties.ts'
import { decodeEntities, parseMarkup, SafeMarkup } from './SafeMarkup.tsx'

function html(text: string) {
  return renderToStaticMarkup(createElement(SafeMarkup, { text }))
}

describe('markup of a server sentence', () => {
  test('the allowed tags take effect [FRM-06]', () => {
    expect(html('<b>a</b><strong>b</strong><em>c</em><br>d<BR/>')).toBe(
      '<b>a</b><strong>b</strong><em>c</em><br/>d<br/>',
    )
  })

  test.each([
    ['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&amp;b=2'],
    ['http://example.com', 'http://example.com'],
    ['mailto:help@example.com', 'mailto:help@example.com'],
    ['TEL:+18005550100', 'TEL:+18005550100'],
  ])('a link to %s is a link [FRM-06]', (given, shown) => {
    expect(html(`<a href="${given}">x</a>`)).toBe(`<a href="${shown}" rel="noopener">x</a>`)
  })

  test.each([
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="&#x6A;avascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="data:text/html,hi">x</a>',
    '<a href="//example.com">x</a>',
    '<a href="/login/">x</a>',
    '<a href="https://a b">x</a>',
    '<a>x</a>',
    '<a hrefs="https://example.com">x</a>',
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg/onload=alert(1)>',
    '<bold>x</bold>',
    '< b>x</ b>',
    '</b>',
    '<b',
    '<!-- <c> -->',
  ])('%s is shown as text [FRM-06]', (hostile) => {
    expect(html(hostile)).not.toMatch(/<[a-z/!]/i)
    const shown = parseMarkup(hostile)
    expect(shown).toEqual([decodeEntities(hostile)])
  })

  test('a link keeps only its url', () => {
    expect(html(`<a class=x onclick='evil()' href='https://example.com' target=_blank>x</a>`)).toBe(
      '<a href="https://example.com" rel="noopener">x</a>',
    )
  })

  test('open tags are closed, and crossing ones are closed from the inside', () => {
    expect(html('<b>a <em>b')).toBe('<b>a <em>b</em></b>')
    expect(html('<b>a <em>b</b> c</em>')).toBe('<b>a <em>b</em></b> c&lt;/em&gt;')
  })

  test('a link within a link becomes text, or the browser would split it', () => {
    expect(html('<a href="tel:1">a <a href="tel:2">b</a></a>')).toBe(
      '<a href="tel:1" rel="noopener">a &lt;a href=&quot;tel:2&quot;&gt;b</a>&lt;/a&gt;',
    )
  })

  test('entities are decoded once', () => {
    expect(decodeEntities('&amp;lt; &lt;b&gt; &#39;&#x27;&quot;&apos;&nbsp;')).toBe("&lt; <b> ''\"'\u00a0")
    expect(decodeEntities('&bogus; &#0; &#xD800; &#1114112; &constructor; & &;')).toBe(
      '&bogus; &#0; &#xD800; &#1114112; &constructor; & &;',
    )
  })

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('<', '>', '</', '"', "'", '=', '&', ';', ' ', '\n', '&#', '&lt;'),
    fc.constantFrom(
      '<a href="',
      '<a href=',
      '">',
      '</a>',
      '<b>',
      '</b>',
      '<em>',
      '</em>',
      '<br>',
      '<script>',
    ),
    fc.constantFrom('https://example.com', 'javascript:alert(1)', 'data:x', 'tel:1', 'vbscript:x', '&#106;'),
  )
  const hostileText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  test('no text makes it throw or lets another tag or url through [FRM-06]', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const rendered = html(text)
        const tags = [...rendered.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag)
        for (const tag of tags) {
          expect(tag).toMatch(
            /^(?:\/?(?:b|strong|em)|br\/|\/a|a href="(?:https?:\/\/|mailto:|tel:)[^"\s]*" rel="noopener")$/i,
          )
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('text without a bracket or an ampersand stays unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = text.replace(/[<&]/g, '')
        expect(parseMarkup(plain)).toEqual(plain === '' ? [] : [plain])
      }),
    )
  })

  test.each([
    ['open brackets', '<'],
    ['half tags', '<a href="'],
    ['open tags', '<b>'],
    ['tags that cross', '<b><em></b>'],
    ['strange ends', '</em>'],
    ['attributes', '<a x=" '],
    ['blanks', '<a \n\t '],
    ['ampersands', '&#x'],
  ])('a million %s are read in linear time', (_, part) => {
    expect(parseMarkup(part.repeat(1_000_000))).toBeDefined()
  })

  test('deep nesting does not exhaust the stack', () => {
    expect(() => html('<b>'.repeat(200_000))).not.toThrow()
  })
})
