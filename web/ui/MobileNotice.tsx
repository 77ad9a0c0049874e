import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Dialog } from './Dialog.tsx'
import { StoreBadge } from './StoreBadge.tsx'

type MobileNoticeProps = {
  open: boolean
  provider: Provider
  /** Continues on the phone anyway, where that makes sense. Without it, only the app is offered. */
  onClose?: () => void
  /** The page's own message, which the notice covers. */
  news?: ReactNode
}

/** The website is made for desktops; phones are sent to the app. */
export function MobileNotice({ open, provider, onClose, news }: MobileNoticeProps) {
  const { appStore, playStore } = provider.links
  return (
    <Dialog title="Warning" size="device" open={open} onClose={onClose}>
      <div className="stack">
        {news}
        <p>
          Your device is not compatible with this website. Please download the mobile app to use{' '}
          {provider.brandName} on a phone or a tablet.
        </p>
        <div className="stores">
          <StoreBadge store="App Store" href={appStore} />
          <StoreBadge store="Google Play" href={playStore} />
        </div>
      </div>
    </Dialog>
  )
}
