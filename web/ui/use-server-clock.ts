import { useCallback, useEffect, useRef } from 'react'

export type ServerClock = {
  /** When the page was rendered: what the HTML shows. */
  renderedAt: Date
  /** Only after hydration. */
  now: () => Date
}

/** The server's time, told by the visitor's clock, whose error is measured when the page arrives. */
export function useServerClock(renderedAt: string): ServerClock {
  const errorMs = useRef(0)
  useEffect(() => {
    errorMs.current = isFromCache() ? 0 : Date.now() - Date.parse(renderedAt)
  }, [renderedAt])
  const now = useCallback(() => new Date(Date.now() - errorMs.current), [])
  return { renderedAt: new Date(renderedAt), now }
}

/** A restored tab may show HTML of another day, which says nothing about the visitor's clock. */
function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.transferSize === 0
}
