import { useState } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { isMobileHere } from '#web/ui/is-mobile-here.ts'
import { MobileNotice } from '#web/ui/MobileNotice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const READ = 'phone-notice-read'

/**
 * Shown once per tab, and dismissible: an account can be managed on a phone, but calls cannot be made there.
 */
export function PhoneNotice({ provider }: { provider: Provider }) {
  const isHydrated = useHydrated()
  const [isRead, setRead] = useState(false)
  const isOpen = isHydrated && !isRead && isMobileHere() && !wasRead()

  function close() {
    setRead(true)
    try {
      sessionStorage.setItem(READ, '1')
    } catch {
      // Without storage, the notice is shown again.
    }
  }

  return <MobileNotice open={isOpen} provider={provider} onClose={close} />
}

function wasRead(): boolean {
  try {
    return sessionStorage.getItem(READ) !== null
  } catch {
    return false
  }
}
