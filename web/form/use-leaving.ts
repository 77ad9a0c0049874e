import { useEffect, useRef } from 'react'

/**
 * Runs when the page is left, and again when it is restored: the back-forward cache keeps a page with
 * everything typed in it, for anyone who presses Back.
 */
export function useLeaving(leave: () => void): void {
  usePageEvent('pagehide', leave)
  useRestored(leave)
}

/** Runs when the browser restores the page from its back-forward cache. */
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
