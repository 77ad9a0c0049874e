import { vi } from 'vitest'
import type { PageValues } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import { sampleProvider } from './provider.ts'
import { NOW } from './show.tsx'

/** From now on, a page that refreshes its values gets these. Other calls are answered as before. */
export function answerPage<Name extends PageName>(page: Name, values: PageValues[Name]): void {
  const html = document.createElement('div')
  const pageOf = document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  if (pageOf) html.dataset.pageOf = pageOf
  const props = document.createElement('script')
  props.id = 'page-props'
  props.type = 'application/json'
  props.textContent = JSON.stringify({
    page,
    values,
    query: {},
    path: '/',
    provider: sampleProvider,
    now: NOW,
  })
  html.append(props)
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === location.pathname + location.search ? new Response(html.outerHTML) : others(url, init),
  )
}
