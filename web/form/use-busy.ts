import { useCallback, useEffect, useRef, useState } from 'react'

/** `leaving`: the page is about to navigate, so it stays busy until then. */
export type TaskResult = undefined | 'leaving'
export type Task = () => Promise<TaskResult> | Promise<void> | TaskResult | void

/** One task at a time: calls are ignored while another task runs. */
export function useBusy(): {
  isBusy: boolean
  /** The same without waiting for a render. */
  isAtWork: () => boolean
  run: (task: Task) => Promise<void>
} {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const run = useCallback(async (task: Task) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    let isLeaving = false
    try {
      isLeaving = (await task()) === 'leaving'
    } finally {
      isRunning.current = isLeaving
      setBusy(isLeaving)
    }
  }, [])

  useEffect(() => {
    // Restored from the back-forward cache, still in the busy state.
    function release(event: PageTransitionEvent) {
      if (!event.persisted) return
      isRunning.current = false
      setBusy(false)
    }
    window.addEventListener('pageshow', release)
    return () => window.removeEventListener('pageshow', release)
  }, [])
  const isAtWork = useCallback(() => isRunning.current, [])
  return { isBusy, isAtWork, run }
}
