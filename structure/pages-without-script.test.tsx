import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PageName, pages } from '#contract/pages.ts'
import { sitePaths } from '#contract/provider/sample-site.ts'
import type { PageTable } from '#web/page-table.ts'
import { sampleProvider } from '#web/test-kit/provider.ts'
import { signInValues } from '#web/test-kit/values-sign-in.ts'

/** The hooks that a page calls, and the handlers of its elements: what only works with a script. */
const needed = vi.hoisted(() => new Set<string>())

vi.mock('react', async (original) => {
  const react = await original<Record<string, unknown>>()
  const watched = Object.keys(react).filter((name) => /^use(?!Id$|Context$)/.test(name))
  const watch = (name: string) => {
    const hook = react[name] as (...args: unknown[]) => unknown
    return (...args: unknown[]) => {
      needed.add(name)
      return hook(...args)
    }
  }
  return { ...react, ...Object.fromEntries(watched.map((name) => [name, watch(name)])) }
})

vi.mock('react/jsx-dev-runtime', async (original) => {
  const runtime = await original<{ jsxDEV: (type: unknown, props: object, ...more: unknown[]) => unknown }>()
  return {
    ...runtime,
    jsxDEV(type: unknown, props: Record<string, unknown>, ...more: unknown[]) {
      if (typeof type === 'string')
        for (const name of Object.keys(props))
          if (/^on[A-Z]/.test(name) && props[name] !== undefined) needed.add(name)
      return runtime.jsxDEV(type, props, ...more)
    },
  }
})

const receipt = {
  reference: 'X-123456',
  company: 'North Shore Realty',
  pin: '12345678',
  requestedOn: '2026-03-18T15:00:00.000Z',
  lastDay: '2026-04-02',
  state: 'undone',
  undoneOn: '2026-03-20T15:00:00.000Z',
}
const call = { summary: 'Signs in', operationId: 'call1', responses: { 200: { description: 'Done' } } }

/** Each page without a script in its states, and one with a script, which shows that the test can fail. */
const cases: { page: PageName; state: string; values?: object; query?: Record<string, string> }[] = [
  {
    page: 'api-reference',
    state: 'with a call',
    values: { document: { info: { title: 'API' }, paths: { '/rest/login/': { post: call } } } },
  },
  { page: 'browser-select', state: 'after a sign-up', query: { status: 'registered' } },
  { page: 'cancellation', state: 'without a receipt' },
  { page: 'cancellation', state: 'with a receipt', values: { receipt } },
  { page: 'cancellation-feedback', state: 'without an account number' },
  { page: 'cancellation-feedback', state: 'with an account number', query: { pin: '12345678' } },
  { page: 'sign-in', state: 'first', values: signInValues },
]
let product: PageTable<string, never>
let site: PageTable<string, never>

/** Other test files of this process may have loaded the pages with React itself. */
beforeAll(async () => {
  vi.resetModules()
  product = (await import('#web/pages.tsx')).productPages
  site = (await import('../site/site-pages.tsx')).sitePages
})
afterAll(() => vi.resetModules())

test.each(cases)(
  'the page $page, $state, has a script if it needs one',
  async ({ page, values = {}, query = {} }) => {
    const needs = await needsOf(product, page, { path: pages[page], values, query })
    expect(needs.length > 0, needs.join()).toBe(!isPlain(product, page))
  },
)

test.each(Object.entries(sitePaths))(
  'the page %s of the sample site has a script if it needs one',
  async (page, path) => {
    const props = { path: path.replace(':slug', 'openers'), values: { prices: {} }, query: {} }
    const needs = await needsOf(site, page, props)
    expect(needs.length > 0, needs.join()).toBe(!isPlain(site, page))
  },
)

test('every page without a script is one of these', () => {
  const plain = Object.keys(pages).filter((page) => isPlain(product, page))
  const tested = new Set(cases.map(({ page }) => page).filter((page) => isPlain(product, page)))
  expect(plain.toSorted()).toEqual([...tested].toSorted())
})

const isPlain = ({ pages }: PageTable<string, never>, page: string) => pages[page]?.hasNoScript === true

async function needsOf(table: PageTable<string, never>, page: string, props: object): Promise<string[]> {
  needed.clear()
  const all = { ...props, page, provider: sampleProvider, now: '2026-03-18T15:00:00.000Z' }
  const Page = (await table.load(page, all as never)) as ComponentType
  renderToString(<Page {...all} />)
  return [...needed]
}
