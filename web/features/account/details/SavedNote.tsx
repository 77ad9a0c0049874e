import type { ReactNode } from 'react'

/** Always there, so that what appears in it is read out. */
export function SavedNote({ children }: { children: ReactNode }) {
  return <div role="status">{children && <div className="banner ok">{children}</div>}</div>
}
