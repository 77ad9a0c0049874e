import axe from 'axe-core'
import { type ReactNode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { page as tab } from 'vitest/browser'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import { sendBy, sendOnce } from '#web/api.ts'
import { CurrentPage } from '#web/CurrentPage.tsx'
import { Hydrated } from '#web/Hydrated.tsx'
import { productPages } from '#web/pages.tsx'
import shared from '#web/styles/shared.css?inline'
import { sampleProvider } from './provider.ts'

export const NOW = '2026-03-18T15:00:00.000Z'

const home = location.href
let root: Root | undefined
let complaints: unknown[] = []

/** Where the component tried to navigate by page load. Nothing is loaded: the test's page stays. */
export const left: string[] = []

/** Called before each test (each-test.ts). */
export function watchPage(): void {
  complaints = []
  left.length = 0
  vi.spyOn(console, 'error').mockImplementation((...said) => complaints.push(said))
}

/** Called after each test: clears the page, and fails if there were console errors. */
export async function clearPage(): Promise<void> {
  root?.unmount()
  root = undefined
  // Pages of the account and of the desk replace it once they are shown.
  sendBy(sendOnce)
  document.body.replaceChildren()
  delete document.documentElement.dataset.hydrated
  document.head.querySelector('#styles')?.remove()
  history.replaceState(null, '', home)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  if (innerWidth !== 1280) await tab.viewport(1280, 900)
  expect(complaints, 'console errors').toEqual([])
}

navigation.addEventListener('navigate', (going) => {
  if (going.destination.sameDocument || !going.cancelable || !document.getElementById('page')) return
  going.preventDefault()
  left.push(going.destination.url.replace(location.origin, ''))
})

/** Renders a part of a page with the styles that all pages share; `sheet` is its feature's own. */
export function show(part: ReactNode, sheet = ''): void {
  const place = prepare(shared + sheet)
  root = createRoot(place)
  flushSync(() => root?.render(part))
}

type ShowOptions<Name extends PageName> = {
  values: PageValues[Name]
  query?: Record<string, string>
  path?: string
  now?: string
}

/** A whole page as a visitor gets it: rendered to HTML first, then hydrated with the same values. */
export async function showPage<Name extends PageName>(page: Name, options: ShowOptions<Name>): Promise<void> {
  await (await showPageHtml(page, options))()
}

/** A whole page before its script has loaded. The returned function hydrates it. */
export async function showPageHtml<Name extends PageName>(page: Name, options: ShowOptions<Name>) {
  const props = {
    page,
    values: options.values,
    query: options.query ?? {},
    path: options.path ?? '/',
    provider: sampleProvider,
    now: options.now ?? NOW,
  } as PageProps
  const Page = await productPages.load(page, props)
  return showHtml(<CurrentPage Page={Page} props={props} />, productPages.stylesOf(page))
}

/** A part of a page before its script has loaded. The returned function hydrates it. */
export function showHtml(part: ReactNode, sheet = '', common = shared): () => Promise<void> {
  const place = prepare(common + sheet)
  const whole = <Hydrated>{part}</Hydrated>
  place.innerHTML = renderToString(whole)
  return async () => {
    startTransition(() => {
      root = hydrateRoot(place, whole, { onRecoverableError: (error) => complaints.push(error) })
    })
    await vi.waitUntil(() => document.documentElement.dataset.hydrated, { timeout: 10_000 })
  }
}

function prepare(styles: string): HTMLElement {
  const sheet = document.createElement('style')
  sheet.id = 'styles'
  sheet.textContent = styles
  document.head.append(sheet)
  const place = document.createElement('div')
  place.id = 'page'
  document.body.replaceChildren(place)
  return place
}

/** Expects that axe finds nothing in the current page. */
export async function expectAccessible(): Promise<void> {
  // Content that is still fading in has less contrast.
  await Promise.all(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  )
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}

function ends({ effect }: Animation): boolean {
  return effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
}
