import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The visitor's clock, to the minute. Undefined on the server, which does not know it. */
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
    // Timers are delayed in background tabs and on sleeping laptops.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
