import { Banner } from '#web/ui/Banner.tsx'

export function ConfirmingBanner() {
  return (
    <Banner tone="info">
      Your payment is being confirmed with the bank. Please keep this page open. You will not be charged
      twice.
    </Banner>
  )
}
