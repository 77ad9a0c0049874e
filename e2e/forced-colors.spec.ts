import type { Page } from '@playwright/test'
import { signInToDesk } from './kit/desk.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

// The system's own colors, as people with low vision choose them: backgrounds and shadows are gone, only edges remain.
test.use({ forcedColors: 'active' })

const ENOUGH = 200

const visitors = [
  '/login/',
  '/password-reset/',
  '/sign-up/step-1?single=1',
  '/sign-up/step-1',
  '/browser_select/',
]
const accounts = [
  '',
  'plan/',
  'billing/',
  'cancel/',
  'details/',
  'people/',
  'outgoing-mail/',
  'security/',
  'activity/',
]
const atDesk = [
  '',
  'find/',
  'accounts/204518/',
  'accounts/204518/money/',
  'accounts/204518/help/',
  'operators/',
  'prices/',
]

test('visitors see where the focus is, and where a button ends', { tag: '@wide' }, async ({ page }) => {
  for (const path of visitors) {
    await open(page, path)
    await expectEdges(page, path)
  }
})

test('signed-in people see it too, and which page is open', { tag: '@wide' }, async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  for (const path of accounts) {
    await open(page, `/account/${path}`)
    await expectEdges(page, path)
    if (path !== 'cancel/') await expectMarked(page, 'Your account')
  }
})

test('operators see it at the desk', { tag: '@wide' }, async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  for (const path of atDesk) {
    await open(page, `${server.deskUrl}/desk/${path}`)
    await expectEdges(page, path)
  }
  await open(page, `${server.deskUrl}/desk/prices/`)
  await expectMarked(page, 'Desk')
})

test('a spinner is seen to turn', { tag: '@wide' }, async ({ page }) => {
  await open(page, '/dev/gallery/')
  const rings = await page
    .locator('.spinner')
    .first()
    .evaluate((spinner) => {
      const inButton = document.querySelector('.btn')?.appendChild(spinner.cloneNode()) as Element
      return [spinner, inButton].map((ring) => {
        const { borderTopColor, borderRightColor } = getComputedStyle(ring, '::before')
        return borderTopColor !== borderRightColor
      })
    })
  expect(rings).toEqual([true, true])
})

/** Goes through the page by Tab: each stop has a ring that it has not without the focus, and each button has a border. */
async function expectEdges(page: Page, path: string) {
  const missing: string[] = []
  for (let stop = 0; stop < ENOUGH; stop += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(lookAtFocused)
    if (!focused) {
      expect(stop, path).toBeGreaterThan(4)
      expect(missing, path).toEqual([])
      return
    }
    if (!focused.hasRing) missing.push(focused.name)
  }
  throw new Error(`The end of ${path} was not reached.`)
}

function lookAtFocused() {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
  const { outlineStyle, outlineWidth, borderTopStyle } = getComputedStyle(focused)
  // The browser itself draws the ring of a part of a date, such as its calendar.
  const isPart = focused.matches('[type=date], [type=datetime-local]') && !focused.matches(':focus-visible')
  const hasBorder = !focused.matches('.btn') || borderTopStyle === 'solid'
  const hasRing = isPart || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
  return {
    name: focused.getAttribute('aria-label') || focused.textContent || focused.outerHTML,
    hasRing: hasRing && hasBorder,
  }
}

/** The link to the page that is open differs from its neighbors by more than a color. */
async function expectMarked(page: Page, menu: string) {
  const links = page.getByRole('navigation', { name: menu }).getByRole('link')
  const outlines = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('aria-current'), getComputedStyle(link).outlineStyle]),
  )
  expect(new Set(outlines.map(String))).toEqual(new Set(['page,solid', ',none']))
}
