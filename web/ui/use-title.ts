import { useEffect } from 'react'
import type { Provider } from '#contract/provider/provider.ts'

/**
 * Sets the page title when it changes without a page load. The initial one is in the HTML: see web/pages.tsx.
 */
export function useTitle({ brandName }: Provider, title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
  }, [title, brandName])
}
