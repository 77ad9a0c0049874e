import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

type StepRules<Step> = {
  start: Step
  /** The step that an address opens, after what has been done so far. */
  stepAt: (path: string) => Step
  addressOf: (step: Step) => string
}

/** Steps of a wizard in the address bar: Back and Forward walk them, and a step without its past opens another. */
export function useSteps<Step>({ start, ...rules }: StepRules<Step>) {
  const [step, setStep] = useState(start)
  const seen = useRef(new Set([start]))
  const shown = useRef(start)
  const contentRef = useRef<HTMLDivElement>(null)
  const latest = useRef(rules)
  useEffect(() => {
    latest.current = rules
  })

  /** Opens what the address asks for, or what may be opened instead. */
  const follow = useCallback(() => {
    const { stepAt, addressOf } = latest.current
    const next = stepAt(location.pathname)
    if (location.pathname !== addressOf(next)) history.replaceState(null, '', withQuery(addressOf(next)))
    seen.current.add(next)
    setStep(next)
  }, [])

  useEffect(() => {
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [follow])

  // A new step begins at its top, and is read out from there; what a form points at comes after that.
  useLayoutEffect(() => {
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
    follow,
    hasSeen: (one: Step) => seen.current.has(one),
    open(next: Step) {
      seen.current.add(next)
      const address = latest.current.addressOf(next)
      if (location.pathname !== address) history.pushState(null, '', withQuery(address))
      setStep(next)
    },
  }
}

/** The query may be the plan: it goes along. */
function withQuery(address: string): string {
  return `${address}${location.search}`
}
