import { Banner } from '#web/ui/Banner.tsx'

export function ForgottenBanner() {
  return (
    <Banner tone="info">
      For your safety, we cleared your passwords, security answers and card when you left this page. Please
      enter them again. Nothing else was lost.
    </Banner>
  )
}
