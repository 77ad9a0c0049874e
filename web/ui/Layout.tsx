import { Frame, type FrameProps } from './Frame.tsx'
import { Header } from './Header.tsx'

/** The house of every public page but those under /single. */
export function Layout(props: FrameProps) {
  return <Frame {...props} look="page" header={<Header provider={props.provider} />} />
}
