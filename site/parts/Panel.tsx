import type { ReactNode } from 'react'

/** The panel's content stays visible while a long page scrolls. */
export function Panel({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <div className="site-stays" id={id}>
      {children}
    </div>
  )
}
