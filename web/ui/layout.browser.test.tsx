import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import menu from '#web/styles/parts/menu.css?inline'
import { sampleProvider as provider } from '#web/test-kit/provider.ts'
import { expectAccessible, left, NOW, show, showHtml } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { deskValues } from '#web/test-kit/values-desk.ts'
import { AppLayout } from '#web/ui/AppLayout.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'

const box = (element: HTMLElement | SVGElement) => element.getBoundingClientRect()
const emulate = (media: string, features: { name: string; value: string }[] = []) =>
  cdp().send('Emulation.setEmulatedMedia', { media, features })

describe('a public page', () => {
  beforeEach(() =>
    show(
      <Layout provider={provider} now={NOW} panel={<p>Beside</p>}>
        <h1>Content</h1>
      </Layout>,
    ),
  )
  const home = () => page.getByRole('link', { name: /^Home/ })
  const fold = () => page.getByRole('button', { name: 'Menu' })

  test("uses the provider's product name, with the copyright of the year [GEN-02, RTE-04]", async () => {
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Ringwell/)
    await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/© 2026 Ringwell Inc\./)
    const links = page.getByRole('contentinfo').getByRole('link').elements()
    expect(links.map(({ textContent }) => textContent)).toEqual(['Terms', 'Privacy'])
  })

  test("has six links to the provider's public site, each in a new tab [GEN-08, GEN-09]", () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
    expect(links.map(({ text, href, target, rel }) => [text, href, target, rel])).toEqual(
      [
        ['Home', ''],
        ['Media', 'media/'],
        ['Pricing', 'pricing/'],
        ['Blog', 'blog/'],
        ['FAQ', 'faq/'],
        ['About Us', 'about-us/'],
      ].map(([name, path]) => [
        `${name} (opens in a new tab)`,
        `https://ringwell.example/${path}`,
        '_blank',
        'noopener',
      ]),
    )
  })

  test.each([
    ['Login', '/login/'],
    ['Sign Up', '/sign-up/'],
  ])('has %s in the header, which loads %s as a full page [GEN-10, GEN-11]', async (name, url) => {
    const link = page.getByRole('banner').getByRole('link', { name, exact: true })
    await expect.element(link).not.toHaveAttribute('target')
    await link.click()
    expect(left).toEqual([url])
  })

  test('has a dark panel on the left, or below the content on narrow screens [RTE-03]', async () => {
    const panel = page.getByRole('complementary').element()
    const main = page.getByRole('main').element()
    expect(getComputedStyle(panel).backgroundColor).toBe('rgb(10, 15, 31)')
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(247, 248, 251)')
    expect(box(panel).left).toBe(0)
    expect(box(panel).width).toBeCloseTo(1280 * 0.4, -1)
    expect(box(main).left).toBeCloseTo(box(panel).width, 0)
    await page.viewport(390, 844)
    expect(box(panel).top).toBeGreaterThanOrEqual(box(main).bottom)
    expect(box(panel).width).toBeCloseTo(box(main).width, 0)
  })

  test('folds its links on a narrow screen into a menu that works by keyboard [GEN-08]', async () => {
    await page.viewport(390, 844)
    await expect.element(home()).not.toBeInTheDocument()
    // The minimum size of a target.
    expect(fold().element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
    fold().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(home()).toBeVisible()
    await expectAccessible()
    await userEvent.tab()
    await expect.element(home()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(home()).not.toBeInTheDocument()
    await expect.element(fold()).toHaveFocus()
    await page.viewport(1280, 900)
    await expect.element(home()).toBeVisible()
    await expect.element(fold()).not.toBeInTheDocument()
  })

  test('has a skip link to the main content as its first tab stop', async () => {
    await userEvent.tab()
    const skip = page.getByRole('link', { name: 'Skip to the main content' })
    await expect.element(skip).toHaveFocus()
    await expect.element(skip).toBeInViewport()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  test('prints only its content', async () => {
    await emulate('print')
    await expect.element(page.getByRole('heading', { name: 'Content' })).toBeVisible()
    for (const part of ['header', 'aside', 'footer'])
      expect(document.querySelector(part)?.checkVisibility(), part).toBe(false)
  })
})

afterEach(() => emulate(''))

test('a folded menu opens without a script', async () => {
  showHtml(
    <Layout provider={provider} now={NOW} panel={null}>
      <h1>Content</h1>
    </Layout>,
  )
  await page.viewport(390, 844)
  const blog = page.getByRole('link', { name: /^Blog/ })
  await expect.element(blog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(blog).toBeVisible()
})

test('a standalone page has no header [RTE-02]', async () => {
  show(
    <SingleLayout provider={provider} now={NOW}>
      <h1>Content</h1>
    </SingleLayout>,
  )
  await expect.element(page.getByRole('heading', { name: 'Content' })).toBeVisible()
  expect(page.getByRole('banner').elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Login' }).elements()).toEqual([])
})

describe('a page of the account', () => {
  const pages = [
    { href: '/account/', label: 'Overview', isCurrent: true },
    { href: '/account/plan/', label: 'Plan' },
  ]
  const overview = page
    .getByRole('navigation', { name: 'Your account' })
    .getByRole('link', { name: 'Overview' })
  beforeEach(() =>
    show(
      <AppLayout
        provider={provider}
        now={NOW}
        menu={pages}
        panel={null}
        account={<a href="/out/">Sign out</a>}
      >
        <h1>Content</h1>
      </AppLayout>,
      menu,
    ),
  )

  test('has the menu on the panel, or folded into the header', async () => {
    await expect.element(overview).toBeVisible()
    await expect.element(overview).toHaveAttribute('aria-current', 'page')
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toBeVisible()
    await page.viewport(390, 844)
    await expect.element(overview).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.element(overview).toBeVisible()
    await expectAccessible()
  })

  test('marks the current page by more than a color', async () => {
    await emulate('', [{ name: 'forced-colors', value: 'active' }])
    const links = [...document.querySelectorAll('nav a')]
    expect(links.map((link) => getComputedStyle(link).outlineStyle)).toEqual(['solid', 'none'])
  })
})

test('the desk menu marks the current page by more than a color', async () => {
  await emulate('', [{ name: 'forced-colors', value: 'active' }])
  await showDeskPage('settings', { values: deskValues.settings, path: '/desk/settings/' })
  const links = page.getByRole('navigation', { name: 'Desk' }).getByRole('link').elements()
  const marked = links.filter((link) => getComputedStyle(link).outlineStyle === 'solid')
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Settings', 'page'],
  ])
})

describe('a spinner', () => {
  const rings = () =>
    [...document.querySelectorAll('.spinner')].map((spinner) => getComputedStyle(spinner, '::before'))
  const turns = () => rings().map(({ animationName }) => animationName)
  beforeEach(() =>
    show(
      <>
        <Spinner />
        <Button busy>Submit</Button>
      </>,
    ),
  )

  test('turns, or only pulses for reduced motion', async () => {
    expect(turns()).toEqual(['breathe', 'breathe'])
    await emulate('', [{ name: 'prefers-reduced-motion', value: 'no-preference' }])
    expect(turns()).toEqual(['turn', 'turn'])
  })

  test('visibly turns in forced colors, including in a button', async () => {
    await emulate('', [{ name: 'forced-colors', value: 'active' }])
    for (const { borderTopColor, borderRightColor } of rings())
      expect(borderTopColor).not.toBe(borderRightColor)
    expect(rings()).toHaveLength(2)
  })
})
