import { useEffect, useState } from 'react'
import { WEBINAR_POLL_SECONDS, type WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import { webinarStatus } from '#contract/features/webinars.ts'
import { send } from '#web/api.ts'

/**
 * As the server says: polled every minute while the page is visible, and at once when it becomes visible
 * again.
 */
export function useOpenSessions(known: Record<WebinarSlot, boolean>) {
  const [sessions, setSessions] = useState(known)
  const [isStale, setStale] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const leaving = new AbortController()

    async function ask() {
      const outcome = await send(webinarStatus, {}, { signal: leaving.signal })
      if (outcome.kind === 'cancelled') return
      setStale(outcome.kind !== 'answered')
      if (outcome.kind !== 'answered') return
      const { morning, afternoon } = outcome.answer.webinars
      setSessions({ morning: morning.is_active, afternoon: afternoon.is_active })
    }

    function waitAndAsk() {
      clearTimeout(timer)
      if (document.hidden || leaving.signal.aborted) return
      timer = setTimeout(() => void ask().then(waitAndAsk), WEBINAR_POLL_SECONDS * 1000)
    }

    function lookAgain() {
      clearTimeout(timer)
      if (!document.hidden) void ask().then(waitAndAsk)
    }

    waitAndAsk()
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearTimeout(timer)
      leaving.abort()
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])

  return { sessions, isStale }
}
