import { useEffect } from 'react'
import type { Provider } from '#contract/provider/provider.ts'

/** What the tab says, where it changes without a load. The first one stands in the HTML: see web/pages.tsx. */
export function useTitle({ brandName }: Provider, title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
  }, [title, brandName])
}
