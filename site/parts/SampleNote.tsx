import type { ReactNode } from 'react'

/** Says that this is a placeholder for the provider's own page. */
export function SampleNote({ children }: { children: ReactNode }) {
  return (
    <p className="site-sample">
      <b>Sample page.</b> {children}
    </p>
  )
}
