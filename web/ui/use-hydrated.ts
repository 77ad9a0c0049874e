import { useSyncExternalStore } from 'react'

/** False in the HTML and while the page wakes up, true from then on: for what needs the script to be of use. */
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
