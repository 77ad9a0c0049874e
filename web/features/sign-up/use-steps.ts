import { useEffect, useRef, useState } from 'react'

/** Steps of a wizard in the address bar: Back and Forward walk them, and a step without its past opens the first. */
export function useSteps(mayOpenSecond: () => boolean) {
  const [step, setStep] = useState(1)
  const seen = useRef(new Set([1]))
  const shown = useRef(1)
  const contentRef = useRef<HTMLDivElement>(null)
  const guard = useRef(mayOpenSecond)
  useEffect(() => {
    guard.current = mayOpenSecond
  })

  useEffect(() => {
    const follow = () => {
      const next = stepOf(location.pathname) === 2 && guard.current() ? 2 : 1
      if (stepOf(location.pathname) !== next) history.replaceState(null, '', addressOf(next))
      seen.current.add(next)
      setStep(next)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  // A new step begins at its top, and is read out from there.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    contentRef.current
      ?.querySelector<HTMLElement>(':scope > :not([hidden]) h1')
      ?.focus({ preventScroll: true })
  }, [step])

  return {
    step,
    contentRef,
    hasSeen: (number: number) => seen.current.has(number),
    open(number: number) {
      seen.current.add(number)
      if (stepOf(location.pathname) !== number) history.pushState(null, '', addressOf(number))
      setStep(number)
    },
  }
}

function stepOf(path: string): number {
  return Number(/step-(\d+)/.exec(path)?.[1] ?? 1)
}

/** The query is the plan: it goes along. */
function addressOf(step: number): string {
  return `/sign-up/step-${step}${location.search}`
}
