import type { PageProps } from '#contract/page-values.ts'
import { within } from '#web/within.ts'

const READ_WITHIN_MS = 10_000

/** The current props of the open page; undefined if they cannot be fetched, or if the page now redirects. */
export async function readCurrentProps(leaving: AbortSignal): Promise<PageProps | undefined> {
  try {
    const signal = within(READ_WITHIN_MS, leaving)
    const options = { credentials: 'same-origin', redirect: 'error', signal } as const
    const response = await fetch(location.pathname + location.search, options)
    return response.ok ? propsIn(await response.text()) : undefined
  } catch {
    return undefined
  }
}

/** The element that hydrate.tsx reads. */
function propsIn(html: string): PageProps | undefined {
  const present = new DOMParser().parseFromString(html, 'text/html')
  const found = present.getElementById('page-props')
  if (!found?.textContent) return undefined
  const isSameRelease = found.dataset.script === document.getElementById('page-props')?.dataset.script
  if (isSameRelease && pageOf(present) === pageOf(document)) {
    return JSON.parse(found.textContent) as PageProps
  }
  // Another release has answered, whose values may not fit this page's script, or somebody else has signed
  // in.
  location.reload()
  return undefined
}

function pageOf(page: Document): string | undefined {
  return page.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
}
