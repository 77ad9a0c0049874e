import type { ReactNode } from 'react'

/** Always rendered, so that screen readers announce changes. */
export function SavedNote({ children }: { children: ReactNode }) {
  return <div role="status">{children && <div className="banner ok">{children}</div>}</div>
}
