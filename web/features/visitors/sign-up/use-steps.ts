import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

type Steps<Step> = {
  step: Step
  pathOf: (step: Step) => string
  /**
   * Handles navigation to this path. Returns the step that opens, which differs if the path is not allowed
   * yet.
   */
  onPath: (path: string) => Step
}

/**
 * Wizard steps in the URL: Back and Forward move between them, and a step that is not allowed yet opens
 * another.
 */
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

  // A new step is scrolled to its top, and its heading gets the focus; a form may move the focus afterwards.
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    // A dialog of the step that is left closes only after this: the heading would not get the focus.
    contentRef.current?.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    contentRef.current
      ?.querySelector<HTMLElement>(':scope > :not([hidden]) h1')
      ?.focus({ preventScroll: true })
  }, [step])

  return {
    contentRef,
    /** Opens the step in the URL, or the one allowed instead. */
    follow,
    /** Adds the open step to the history, so that Back leads to the one before. */
    show(next: Step) {
      const path = pathOf(next)
      if (location.pathname !== path) history.pushState(null, '', withQuery(path))
    },
  }
}

/** The query may contain the plan, so it is kept. */
function withQuery(path: string): string {
  return `${path}${location.search}`
}
