import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Brand } from './Brand.tsx'
import { Frame, type FrameProps } from './Frame.tsx'

type AppLayoutProps = FrameProps & {
  /** The signed-in person and Sign out, on the right of the header. */
  account: ReactNode
  /** The account pages, on the panel or collapsed into the header. */
  menu: readonly MenuItem[]
}

/** The layout for signed-in people. */
export function AppLayout({ account, menu, panel, ...props }: AppLayoutProps) {
  const hasMenu = menu.length > 0
  return (
    <Frame
      {...props}
      look="page app"
      panelComesFirst
      header={<AppHeader provider={props.provider} account={account} hasMenu={hasMenu} />}
      panel={
        <>
          {hasMenu && <Menu items={menu} />}
          {panel}
        </>
      }
    />
  )
}

type AppHeaderProps = { provider: Provider; account: ReactNode; hasMenu: boolean }

/** The header for signed-in people. */
function AppHeader({ provider, account, hasMenu }: AppHeaderProps) {
  return (
    <header className="head">
      <Brand provider={provider} />
      <div className="bar">
        {account}
        {/* Last, to match the visual order: tab order follows reading order. */}
        {hasMenu && (
          <button className="fold" type="button" popoverTarget={MENU_ID}>
            Menu
          </button>
        )}
      </div>
    </header>
  )
}

export type MenuItem = { href: string; label: string; isCurrent?: boolean }

/** The popover id: the header's Menu button opens it where the panel has no room. */
const MENU_ID = 'menu'

function Menu({ items }: { items: readonly MenuItem[] }) {
  return (
    <nav className="menu" id={MENU_ID} popover="auto" aria-label="Your account">
      {items.map(({ href, label, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
