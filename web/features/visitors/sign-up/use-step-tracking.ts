import { useEffect, useRef } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { trackPageView, trackStep } from './tracking.ts'

/** Each step that opens is a page view; from the second one on also a transition. 0: none is open yet. */
export function useStepTracking(provider: Provider, step: number): void {
  const last = useRef(0)
  useEffect(() => {
    if (last.current === step) return
    if (last.current !== 0) trackStep(provider, step)
    last.current = step
    trackPageView(provider, `/sign-up/step-${step}`)
  }, [provider, step])
}
