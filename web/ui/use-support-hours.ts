import { useEffect, useState } from 'react'
import { isSupportOpen } from '#contract/calendar/support-hours.ts'

/** Hours turn at full hours of UTC, weekdays at local midnight, and every zone's midnight is a quarter hour. */
const QUARTER_HOUR_MS = 15 * 60 * 1000

/** Only the visitor's own clock knows: closed until the page is hydrated, then exact to the moment. */
export function useSupportHours(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      clearTimeout(timer)
      const now = new Date()
      setOpen(isSupportOpen(now))
      timer = setTimeout(look, QUARTER_HOUR_MS - (now.getTime() % QUARTER_HOUR_MS))
    }
    look()
    // A sleeping laptop or a tab in the background holds timers back.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isOpen
}
