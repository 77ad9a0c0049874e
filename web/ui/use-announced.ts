import { useEffect } from 'react'

/**
 * Removes a query parameter that announces the last action once the page has shown it: otherwise each reload
 * or bookmark would announce it again.
 */
export function useAnnounced(...names: readonly string[]): void {
  const all = names.join(' ')
  useEffect(() => {
    const url = new URL(location.href)
    for (const name of all.split(' ')) url.searchParams.delete(name)
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  }, [all])
}
