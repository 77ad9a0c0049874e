import { useEffect } from 'react'

/**
 * Removes a query parameter that announces what was just done, once the page has shown it: kept in the URL, it would be
 * announced again whenever the page is reloaded or opened from a bookmark.
 */
export function useAnnounced(...names: readonly string[]): void {
  const all = names.join(' ')
  useEffect(() => {
    const url = new URL(location.href)
    for (const name of all.split(' ')) url.searchParams.delete(name)
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  }, [all])
}
