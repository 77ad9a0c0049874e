import type { Provider } from '#contract/provider.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { StoreBadge } from './StoreBadge.tsx'

/** The website is made for a desk. There is no way around it but the app, or the payment page (mr=1). */
export function MobileNotice({ open, provider }: { open: boolean; provider: Provider }) {
  const { appStore, playStore } = provider.links
  return (
    <Dialog title="Warning" size="device" open={open} closable={false}>
      <div className="stack">
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
