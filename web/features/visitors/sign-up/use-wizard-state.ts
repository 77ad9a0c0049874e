import { useRef, useState } from 'react'

/**
 * The state of a wizard, changed only by its reducer. `latest` is current at once, before the next render.
 */
export function useWizardState<State, Event>(
  reduce: (state: State, event: Event) => State,
  start: () => State,
) {
  const [state, setState] = useState(start)
  const latest = useRef(state)
  return {
    state,
    latest: () => latest.current,
    tell(event: Event): State {
      latest.current = reduce(latest.current, event)
      setState(latest.current)
      return latest.current
    },
  }
}
