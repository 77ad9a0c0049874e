import type { ReactNode } from 'react'

/** Says plainly what stands here in place of the provider's own page. */
export function SampleNote({ children }: { children: ReactNode }) {
  return (
    <p className="site-sample">
      <b>Sample page.</b> {children}
    </p>
  )
}
