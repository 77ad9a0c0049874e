import type { ReactNode } from 'react'

/** Always rendered, so that screen readers announce changes. */
export function SavedNote({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className="banner ok details-saved" ref={show}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The button that was pressed may be off the screen: the error of the try before was scrolled to, or Enter was pressed in a field. */
function show(note: HTMLElement | null) {
  note?.scrollIntoView({ block: 'nearest' })
}
