import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The visitor's own clock, to the minute: undefined in the HTML, where nobody knows it. */
export function useVisitorClock(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      clearTimeout(timer)
      const moment = new Date()
      setNow(moment)
      timer = setTimeout(look, MINUTE_MS - (moment.getTime() % MINUTE_MS))
    }
    look()
    // A sleeping laptop or a tab in the background holds timers back.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
