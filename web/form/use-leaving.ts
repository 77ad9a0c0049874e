import { useEffect, useRef } from 'react'

/**
 * Runs when the page is left, and once more when the browser brings it back as it was: its back-forward cache keeps
 * a page with all that is typed and remembered in it, for whoever presses Back.
 */
export function useLeaving(leave: () => void): void {
  usePageEvent('pagehide', leave)
  useRestored(leave)
}

/** Runs when the browser brings the page back from its back-forward cache. */
export function useRestored(comeBack: () => void): void {
  usePageEvent('pageshow', ({ persisted }) => persisted && comeBack())
}

function usePageEvent(name: 'pagehide' | 'pageshow', listen: (event: PageTransitionEvent) => void): void {
  const latest = useRef(listen)
  useEffect(() => {
    latest.current = listen
  })

  useEffect(() => {
    const hear = (event: PageTransitionEvent) => latest.current(event)
    addEventListener(name, hear)
    return () => removeEventListener(name, hear)
  }, [name])
}
