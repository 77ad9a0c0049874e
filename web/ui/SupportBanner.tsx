import { useEffect, useState } from 'react'
import { isSupportOpen } from '#contract/calendar/support-hours.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { phoneLink } from './phone-link.ts'

export function SupportBanner({ provider }: { provider: Provider }) {
  const isOpen = useSupportHours()
  const { tollFreeNumber, links } = provider
  return (
    <p className="support">
      {isOpen ? 'Call Toll Free: ' : 'Need some help? '}
      {isOpen ? (
        <a href={phoneLink(tollFreeNumber)}>{tollFreeNumber}</a>
      ) : (
        <a href={links.support}>Contact support</a>
      )}
    </p>
  )
}

/**
 * Hours change on full hours of UTC, weekdays at local midnight, which in every time zone is on a quarter
 * hour.
 */
const QUARTER_HOUR_MS = 15 * 60 * 1000

/** Depends on the visitor's clock: closed until hydration, then accurate. */
function useSupportHours(): boolean {
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
    // Timers are delayed in background tabs and on sleeping laptops.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isOpen
}
