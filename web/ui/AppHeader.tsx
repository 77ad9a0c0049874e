import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Brand } from './Brand.tsx'
import { MENU_ID } from './Menu.tsx'

type AppHeaderProps = { provider: Provider; account: ReactNode; hasMenu: boolean }

/** The header for signed-in people. */
export function AppHeader({ provider, account, hasMenu }: AppHeaderProps) {
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
