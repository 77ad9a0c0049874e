import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Footer } from './Footer.tsx'

export type FrameProps = {
  provider: Provider
  now: string
  /** What stands on the dark side. */
  panel: ReactNode
  /** What stands above the content where the dark side has no room beside it. */
  bar?: ReactNode
  children: ReactNode
  /** A form of two columns needs more room than one of a single column. */
  wide?: boolean
  /** What stands over the page and cannot be closed: nothing behind it can be reached, with or without a script. */
  notice?: ReactNode
}

type OwnProps = FrameProps & { header: ReactNode; look: string; panelComesFirst?: boolean }

/** Dark panel, light panel, header on the seam, footer. */
export function Frame({ provider, now, panel, children, wide = false, notice, ...props }: OwnProps) {
  const { header, look, bar, panelComesFirst = false } = props
  const side = (
    <aside className="side" aria-label="About this page">
      {panel}
    </aside>
  )
  return (
    <>
      <div className={look} inert={Boolean(notice)}>
        <a className="skip" href="#main">
          Skip to the main content
        </a>
        {header}
        {/* In the order in which they are read: a menu before what it leads to, an aside after what it is beside. */}
        {panelComesFirst && side}
        {bar}
        <main className="main" id="main" tabIndex={-1}>
          <div className={wide ? 'sheet wide' : 'sheet'}>{children}</div>
        </main>
        {!panelComesFirst && side}
        <Footer provider={provider} now={now} />
      </div>
      {notice}
    </>
  )
}
