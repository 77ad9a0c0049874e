import { useEffect, useEffectEvent, useState } from 'react'
import { balance } from '#contract/features/billing.ts'
import { send } from '#web/api.ts'
import { askUntilKnown } from '#web/orders/ask-until-known.ts'

type Waiting = {
  isOnItsWay: boolean
  /** Brings what the page shows up to date. */
  renew: () => Promise<boolean>
}

/**
 * Follows a reactivation that another tab has ordered, or this page before it was reloaded. True once the bank has not
 * approved it: then the page offers to pay again.
 */
export function useWaiting({ isOnItsWay, renew }: Waiting): boolean {
  const [hasWaited, setWaited] = useState(false)

  const look = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return true
    const asked = await send(balance, {}, { signal })
    const isActive = asked.kind === 'answered' && !asked.answer.data.has_ended
    const isSignedOut = asked.kind === 'refused' && asked.status === 401
    // The server then leads elsewhere.
    if (isActive || isSignedOut) location.reload()
    else await renew()
    return isActive || isSignedOut
  })

  useEffect(() => {
    if (!isOnItsWay) return
    const leaving = new AbortController()
    setWaited(true)
    void askUntilKnown(() => look(leaving.signal), {
      isKnown: (isOver) => isOver,
      onWaiting() {},
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [isOnItsWay])

  return hasWaited && !isOnItsWay
}
