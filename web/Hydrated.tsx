import { type ReactNode, useEffect } from 'react'

/** Marks the moment from which the page answers by script: tests wait for it, the bench measures it. */
export function Awake({ children }: { children: ReactNode }) {
  useEffect(() => {
    performance.mark('awake')
    document.documentElement.dataset.awake = ''
  }, [])
  return children
}
