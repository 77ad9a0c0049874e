import { type ReactNode, useEffect } from 'react'

/** Marks the page as hydrated: tests wait for it, the bench measures it. */
export function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    performance.mark('hydrated')
    document.documentElement.dataset.hydrated = ''
  }, [])
  return children
}
