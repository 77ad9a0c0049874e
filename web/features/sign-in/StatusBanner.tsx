import type { SignInBanner } from '#contract/pages.ts'
import type { Provider } from '#contract/provider.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'

type StatusBannerProps = { banner: SignInBanner; provider: Provider }

/** What the address says happened: the first word stands out, and a number can be dialed. */
export function StatusBanner({ banner, provider }: StatusBannerProps) {
  const exclamation = /^(?:Success|Oops)!/.exec(banner.words)?.[0] ?? ''
  const number = banner.words.endsWith(provider.tollFreeNumber) ? provider.tollFreeNumber : ''
  return (
    <Banner tone={banner.tone}>
      {exclamation && <strong>{exclamation}</strong>}
      {banner.words.slice(exclamation.length, banner.words.length - number.length)}
      {number && <a href={phoneLink(number)}>{number}</a>}
    </Banner>
  )
}
