import { useSyncExternalStore } from 'react'

/** False in the HTML and during hydration, then true: for controls that need JavaScript. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges() {
  return () => {}
}
