import type { ReactNode } from 'react'
import { AppHeader } from './AppHeader.tsx'
import { Frame, type FrameProps } from './Frame.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

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
