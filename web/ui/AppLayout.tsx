import type { ReactNode } from 'react'
import { AppHeader } from './AppHeader.tsx'
import { Frame, type FrameProps } from './Frame.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

type AppLayoutProps = FrameProps & {
  /** Who is here and the way out, at the right of the header. */
  account: ReactNode
  /** The pages of the account, on the panel or folded into the header. */
  menu: readonly MenuItem[]
}

/** The house of a person who is signed in. */
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
