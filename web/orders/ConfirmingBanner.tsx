import { Banner } from '#web/ui/Banner.tsx'

export function ConfirmingBanner() {
  return (
    <Banner tone="info">
      Your payment is being confirmed with the bank. Please leave this page open: nothing is charged twice.
    </Banner>
  )
}
