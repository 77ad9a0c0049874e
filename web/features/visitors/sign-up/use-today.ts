import { useSyncExternalStore } from 'react'
import { type Day, dayIn } from '#contract/calendar/billing-dates.ts'
import type { ServerClock } from '#web/ui/use-server-clock.ts'

const MINUTE_MS = 60_000

/** The day on which a payment made now would be dated, also in a page that is open over midnight. */
export function useToday({ renderedAt, now }: ServerClock, timeZone: string): Day {
  return useSyncExternalStore(
    lookAgain,
    () => dayIn(timeZone, now()),
    () => dayIn(timeZone, renderedAt),
  )
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
