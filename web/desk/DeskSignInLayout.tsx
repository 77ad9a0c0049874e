import type { ReactNode } from 'react'
import { BrandMark } from '#web/ui/BrandMark.tsx'

/** The layout before the sign-in is complete: one narrow sheet. */
export function DeskSignInLayout({
  title,
  lede,
  children,
}: {
  title: string
  lede: string
  children: ReactNode
}) {
  return (
    <div className="desk-single">
      <main className="desk-sheet" id="main">
        <p className="desk-brand">
          <BrandMark />
          <span>Desk</span>
        </p>
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        {children}
      </main>
    </div>
  )
}
