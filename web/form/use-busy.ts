import { useCallback, useEffect, useRef, useState } from 'react'

/** `leaving`: the page is about to go elsewhere, so it stays at work until it does. */
export type TaskResult = undefined | 'leaving'
export type Task = () => Promise<TaskResult> | Promise<void> | TaskResult | void

/** One task at a time: what is asked while another runs is not done. */
export function useBusy(): {
  isBusy: boolean
  /** The same at once, before anything is drawn. */
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
    // Back from where we went, and the browser has kept the page as it was.
    function wake(event: PageTransitionEvent) {
      if (!event.persisted) return
      isRunning.current = false
      setBusy(false)
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  const isAtWork = useCallback(() => isRunning.current, [])
  return { isBusy, isAtWork, run }
}
