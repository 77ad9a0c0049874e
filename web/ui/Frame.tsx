import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'

export type FrameProps = {
  provider: Provider
  now: string
  /** The content of the dark panel. */
  panel: ReactNode
  /** Shown above the content where the dark panel does not fit beside it. */
  bar?: ReactNode
  children: ReactNode
  /** A two-column form needs more room. */
  wide?: boolean
  /** An overlay that cannot be closed: nothing behind it is accessible, with or without JavaScript. */
  notice?: ReactNode
}

type OwnProps = FrameProps & { header: ReactNode; look: string; panelComesFirst?: boolean }

/** Dark panel, light panel, header across both, footer. */
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
        {/* In reading order: a menu comes before the content, an aside after it. */}
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

/** The year of the request: server and browser must agree on New Year's Eve. */
export function Footer({ provider, now }: { provider: Provider; now: string }) {
  const { terms, privacy } = provider.links
  return (
    <footer className="foot">
      <span>{`© ${now.slice(0, 4)} ${provider.copyrightHolder}`}</span>
      <span>
        <a href={terms}>Terms</a> · <a href={privacy}>Privacy</a>
      </span>
    </footer>
  )
}
