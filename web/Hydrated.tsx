import { type ReactNode, useEffect } from 'react'

/** Marks the page as hydrated, with the visitor's time: tests wait for it, the bench measures it. */
export function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    performance.mark('hydrated')
    document.documentElement.dataset.hydrated = String(Date.now())
  }, [])
  return children
}
