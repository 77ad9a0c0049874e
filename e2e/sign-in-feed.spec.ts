import type { Page } from '@playwright/test'
import { expect, open, test } from './kit/visitor.ts'

/** What the carousel shows for posts with these texts, after any script in them had the chance to run. */
async function readAs(page: Page, texts: string[]): Promise<string[]> {
  const items = texts.map((content_html, id) => ({ id, title: `Post ${id}`, content_html, url: '/' }))
  // The carousel keeps six posts and shows two at a time.
  await page.route('**/site/blog/feed.json*', (route) => route.fulfill({ json: { items } }))
  await open(page, '/login/')
  const cards = page.getByRole('article')
  const shown: string[] = []
  for (let first = 0; first < texts.length; first += 2) {
    await expect(cards.last().getByRole('heading')).toContainText(`Post ${first + 1}`)
    shown.push(...(await cards.locator('p').allTextContents()))
    await page.getByRole('button', { name: 'Next posts' }).click()
  }
  return shown
}

test.describe('what is read of a post', { tag: '@wide' }, () => {
  test('entities become the characters they stand for, once [WIR-29]', async ({ page }) => {
    const shown = await readAs(page, [
      'Tom &amp; Ann&rsquo;s &#8220;list&#x201d; &mdash; 50&nbsp;%',
      '&amp;lt; &amp;rsquo; &amp;amp;',
      '&nosuch; &; &#; & co',
      'caf&eacute; &euro;&thinsp;5 &frac12;',
    ])
    expect(shown).toEqual([
      'Tom & Ann’s “list” — 50 %',
      '&lt; &rsquo; &amp;',
      '&nosuch; &; &#; & co',
      'café € 5 ½',
    ])
  })

  test('markup becomes its words, and blocks stand apart [WIR-29]', async ({ page }) => {
    const shown = await readAs(page, [
      '<p>One <b>bo</b>ld word.</p><p>Two.<br/>Three.</p>\n<ul><li>Four</li></ul>',
      'Rates < 5% & prices <6 dollars, a<b is no tag',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '<table><tr><td>Five</td><td>Six</td></tr></table>',
    ])
    expect(shown).toEqual([
      'One bold word. Two. Three. Four',
      'Rates < 5% & prices <6 dollars, a',
      '<script>alert(1)</script>',
      'Five Six',
    ])
  })

  test.describe('and what is hostile', () => {
    // The policy reports a feed's inline handlers and styles even where they could never run.
    test.use({ expectedConsoleErrors: [/Content Security Policy/] })

    test('what runs or is not read is not text, and does not run [WIR-29]', async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const shown = await readAs(page, [
        'a<script>document.title = "owned"</script>b<STYLE>p{}</StYlE >c <!-- <p>no</p> --> d',
        '<img src="/hostile.png" onerror="document.title=\'owned\'" style="color:red">seen<svg><text>no</text></svg>',
        'before<script>never closed <p>words</p>',
        'before<a href="never closed',
        'x<iframe src="/hostile.html"></iframe>y<link rel="stylesheet" href="/hostile.css">z',
        'before<!-- never closed',
      ])
      expect(shown).toEqual(['a b c d', 'seen', 'before', 'before', 'x y z', 'before'])
      await expect(page).toHaveTitle(/^Login/)
      expect(asked.filter((url) => url.includes('hostile'))).toEqual([])
    })
  })

  test('hostile markup costs no time [WIR-29]', async ({ page }) => {
    const pieces = ['<', '<!--', '<script>', '&', '<a ', '</', '<div>', '&amp;lt;']
    const items = pieces.map((piece, id) => ({
      id,
      title: `Post ${id}`,
      // Read as a whole, some of these would take a minute.
      content_html: piece.repeat(80_000),
      url: '/',
    }))
    await page.route('**/site/blog/feed.json*', (route) => route.fulfill({ json: { items } }))
    const answered = page.waitForResponse(/feed\.json/)
    await open(page, '/login/')
    await (await answered).finished()
    await expect(page.getByRole('article').first()).toContainText('Post 0')
  })
})
