import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Dialog } from './Dialog.tsx'

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

const glyphs = {
  // A tile with a down arrow: a download to the phone.
  'App Store':
    'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Zm5 3.5v8m-3.5-3.5 3.5 3.5 3.5-3.5',
  'Google Play': 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-2 5.2v6.6l5.6-3.3Z',
}

/** Our own drawing, as the official badges are protected. */
function StoreBadge({ store, href }: { store: keyof typeof glyphs; href: string }) {
  return (
    <a className="store" href={href} rel="noopener">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={glyphs[store]} />
      </svg>
      <span>
        <small>Download from</small> {store}
      </span>
    </a>
  )
}
