import type { MouseEvent } from 'react'
import { marketingPage, marketingPages, type Provider } from '#contract/provider/provider.ts'
import { Brand } from './Brand.tsx'

export type HeaderProps = {
  provider: Provider
  /** In mid-wizard: whoever presses Sign Up may lose something. */
  onSignUp?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** Login and Sign Up are plain links, so that each is a full load; the provider's own pages open beside us. */
export function Header({ provider, onSignUp }: HeaderProps) {
  return (
    <header className="head">
      <Brand provider={provider} />
      <div className="bar">
        <nav className="links" id="links" popover="auto" aria-label="About the service">
          {Object.entries(marketingPages).map(([name, page]) => (
            <a key={name} href={marketingPage(provider, page)} target="_blank" rel="noopener">
              {name}
              <span className="unseen"> (opens in a new tab)</span>
            </a>
          ))}
        </nav>
        <a href="/login/">Login</a>
        <a className="join" href="/sign-up/" onClick={onSignUp}>
          Sign Up
        </a>
        {/* Last, as it is seen: the tab order is the order of reading. */}
        <button className="fold" type="button" popoverTarget="links">
          Menu
        </button>
      </div>
    </header>
  )
}
