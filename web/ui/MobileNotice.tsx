import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Dialog } from './Dialog.tsx'
import { StoreBadge } from './StoreBadge.tsx'

type MobileNoticeProps = {
  open: boolean
  provider: Provider
  /** Where there is something to do on a phone all the same. Without it there is no way around but the app. */
  onClose?: () => void
  /** What the page behind it says, and nobody can read there. */
  news?: ReactNode
}

/** The website is made for a desk; on a phone there is the app. */
export function MobileNotice({ open, provider, onClose, news }: MobileNoticeProps) {
  const { appStore, playStore } = provider.links
  return (
    <Dialog
      title="Warning"
      size="device"
      open={open}
      closable={onClose !== undefined}
      {...(onClose ? { onClose } : {})}
    >
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
