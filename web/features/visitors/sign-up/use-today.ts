import { useSyncExternalStore } from 'react'
import { type Day, dayIn } from '#contract/calendar/billing-dates.ts'

const MINUTE_MS = 60_000

/**
 * The day on which a payment made now would be dated, also in a page that is open over midnight: the server's time, told
 * by the visitor's clock.
 */
export function useToday(renderedAt: string, timeZone: string): Day {
  return useSyncExternalStore(
    lookAgain,
    () => dayIn(timeZone, new Date(Date.now() - clockErrorMs(renderedAt))),
    () => dayIn(timeZone, new Date(renderedAt)),
  )
}

/** How far the visitor's clock was ahead of the server's when the page arrived. */
function clockErrorMs(renderedAt: string): number {
  const { hydrated } = document.documentElement.dataset
  return !hydrated || isFromCache() ? 0 : Number(hydrated) - Date.parse(renderedAt)
}

/** A restored tab may show HTML of another day, which says nothing about the visitor's clock. */
function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.transferSize === 0
}

function lookAgain(look: () => void): () => void {
  const timer = setInterval(look, MINUTE_MS)
  // Timers are delayed in background tabs and on sleeping laptops.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
