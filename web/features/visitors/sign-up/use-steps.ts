import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

type Steps<Step> = {
  step: Step
  pathOf: (step: Step) => string
  /** Somebody went to this path. The step that is open now: another one, where the path asks for too much. */
  onPath: (path: string) => Step
}

/** Steps of a wizard in the address bar: Back and Forward walk them, and a step that may not be open opens another. */
export function useSteps<Step>({ step, pathOf, onPath }: Steps<Step>) {
  const shown = useRef(step)
  const contentRef = useRef<HTMLDivElement>(null)

  function follow() {
    const path = pathOf(onPath(location.pathname))
    if (location.pathname !== path) history.replaceState(null, '', withQuery(path))
  }

  const followLatest = useEffectEvent(follow)
  useEffect(() => {
    const listen = () => followLatest()
    addEventListener('popstate', listen)
    return () => removeEventListener('popstate', listen)
  }, [])

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
    contentRef,
    /** Opens what the address bar asks for, or what may be opened instead. */
    follow,
    /** Another step is open now: Back leads to the one before. */
    show(next: Step) {
      const path = pathOf(next)
      if (location.pathname !== path) history.pushState(null, '', withQuery(path))
    },
  }
}

/** The query may be the plan: it goes along. */
function withQuery(path: string): string {
  return `${path}${location.search}`
}
