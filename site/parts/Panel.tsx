import type { ReactNode } from 'react'

/** What stands on the dark side stays in sight while a long page scrolls. */
export function Panel({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <div className="site-stays" id={id}>
      {children}
    </div>
  )
}
