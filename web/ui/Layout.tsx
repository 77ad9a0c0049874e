import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider.ts'
import { AppHeader } from './AppHeader.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

type LayoutProps = {
  provider: Provider
  now: string
  /** What stands on the dark side. */
  panel: ReactNode
  children: ReactNode
  variant?: 'public' | 'app'
  /** A form of two columns needs more room than one of a single column. */
  wide?: boolean
  /** Signed in: who is here and the way out, at the right of the header. */
  account?: ReactNode
  /** Signed in: the pages of the account, on the panel or folded into the header. */
  menu?: readonly MenuItem[]
}

/** The house of every page but those under /single: dark panel, light panel, header on the seam, footer. */
export function Layout({ variant = 'public', ...props }: LayoutProps) {
  const { provider, now, panel, children, wide = false, account, menu = [] } = props
  const isApp = variant === 'app'
  const main = (
    <main className="main" id="main" tabIndex={-1}>
      <div className={wide ? 'sheet wide' : 'sheet'}>{children}</div>
    </main>
  )
  const side = (
    <aside className="side" aria-label="About this page">
      {menu.length > 0 && <Menu items={menu} />}
      {panel}
    </aside>
  )
  return (
    <div className={isApp ? 'page app' : 'page'}>
      <a className="skip" href="#main">
        Skip to the main content
      </a>
      {isApp ? (
        <AppHeader provider={provider} account={account} hasMenu={menu.length > 0} />
      ) : (
        <Header provider={provider} />
      )}
      {/* In the order in which they are read: a menu before what it leads to, an aside after what it is beside. */}
      {isApp && side}
      {main}
      {!isApp && side}
      <Footer provider={provider} now={now} />
    </div>
  )
}
