import { useEffect, useState } from 'react'
import { isSupportOpen, SUPPORT_CHANGES_EVERY_MS } from '#contract/calendar/support-hours.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { phoneLink } from './phone-link.ts'

export function SupportBanner({ provider }: { provider: Provider }) {
  return <SupportLine provider={provider} isOpen={useSupportHours()} />
}

/** For a page without a script: both lines, of which `supportHoursScript` shows one. */
export function PlainSupportBanner({ provider }: { provider: Provider }) {
  return (
    <>
      <div data-support="closed">
        <SupportLine provider={provider} isOpen={false} />
      </div>
      <div data-support="open" hidden>
        <SupportLine provider={provider} isOpen />
      </div>
    </>
  )
}

function SupportLine({ provider, isOpen }: { provider: Provider; isOpen: boolean }) {
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

/** Depends on the visitor's clock: closed until hydration, then accurate. */
function useSupportHours(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      clearTimeout(timer)
      const now = new Date()
      setOpen(isSupportOpen(now))
      timer = setTimeout(look, SUPPORT_CHANGES_EVERY_MS - (now.getTime() % SUPPORT_CHANGES_EVERY_MS))
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
