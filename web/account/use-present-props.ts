import { useState } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import { readPage } from '#web/api.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'

const READ_WITHIN_MS = 10_000

/**
 * The props of the page, and a way to bring them up to date when the server says that they are not. The page is
 * not reloaded, so what was chosen and typed stays.
 */
export function usePresentProps<Name extends PageName>(given: PageProps<Name>) {
  const [props, setProps] = useState(given)
  const requests = useCancellable()

  /** False if they could not be read: then the page shows what it showed before. */
  async function renew(): Promise<boolean> {
    const signal = AbortSignal.any([requests.begin(), AbortSignal.timeout(READ_WITHIN_MS)])
    const html = await readPage(location.pathname + location.search, signal)
    const present = html && propsIn(html)
    if (!present || present.page !== given.page) return false
    setProps(present as PageProps<Name>)
    return true
  }

  return { props, renew }
}

/** The same place that hydrate.tsx reads. */
function propsIn(html: string): PageProps | undefined {
  const found = new DOMParser().parseFromString(html, 'text/html').getElementById('page-props')
  if (!found?.textContent) return undefined
  if (found.dataset.script === document.getElementById('page-props')?.dataset.script) {
    return JSON.parse(found.textContent) as PageProps
  }
  // Another release answers: its values need not fit the script of this page.
  location.reload()
  return undefined
}
