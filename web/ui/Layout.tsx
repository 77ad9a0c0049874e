import { Frame, type FrameProps } from './Frame.tsx'
import { Header, type HeaderProps } from './Header.tsx'

type LayoutProps = FrameProps & Pick<HeaderProps, 'onSignUp'>

/** The layout of all public pages except those under /single. */
export function Layout({ onSignUp, ...props }: LayoutProps) {
  return <Frame {...props} look="page" header={<Header provider={props.provider} onSignUp={onSignUp} />} />
}
