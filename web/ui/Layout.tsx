import type { MouseEvent } from 'react'
import { marketingPage, marketingPages, type Provider } from '#contract/provider/provider.ts'
import { Brand } from './Brand.tsx'
import { Frame, type FrameProps } from './Frame.tsx'

type LayoutProps = FrameProps & Pick<HeaderProps, 'onSignUp'>

/** The layout of all public pages except those under /single. */
export function Layout({ onSignUp, ...props }: LayoutProps) {
  return <Frame {...props} look="page" header={<Header provider={props.provider} onSignUp={onSignUp} />} />
}

type HeaderProps = {
  provider: Provider
  /** In the middle of a wizard, pressing Sign Up may lose typed values. */
  onSignUp?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/**
 * Login and Sign Up are plain links, so that each is a full page load; the provider's pages open in a new
 * tab.
 */
function Header({ provider, onSignUp }: HeaderProps) {
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
        {/* Last, to match the visual order: tab order follows reading order. */}
        <button className="fold" type="button" popoverTarget="links">
          Menu
        </button>
      </div>
    </header>
  )
}
