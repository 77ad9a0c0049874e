import type { Query } from '#contract/pages.ts'
import type { Provider } from '#contract/provider.ts'
import { bannerOf } from '#contract/sign-in-status.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'

/** What the address says happened: the first word stands out, and a number can be dialed. */
export function StatusBanner({ query, provider }: { query: Query; provider: Provider }) {
  const banner = bannerOf(query, provider)
  if (!banner) return null
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
