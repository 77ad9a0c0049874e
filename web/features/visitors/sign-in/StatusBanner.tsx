import type { SignInBanner } from '#contract/features/sign-in/values.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'

type StatusBannerProps = {
  banner: SignInBanner
  provider: Provider
  /** What is true by now. It takes the place that the words had, so that nothing below moves. */
  instead?: string | undefined
}

/** What the address says happened. */
export function StatusBanner({ banner, provider, instead }: StatusBannerProps) {
  return (
    <Banner tone={banner.tone}>
      <div className="sign-in-by-turns">
        <p className={instead ? 'sign-in-past' : undefined}>
          <Words text={banner.text} provider={provider} />
        </p>
        {instead && (
          <p>
            <Words text={instead} provider={provider} />
          </p>
        )}
      </div>
    </Banner>
  )
}

/** The first word stands out, and a number can be dialed. */
function Words({ text, provider }: { text: string; provider: Provider }) {
  const exclamation = /^(?:Success|Oops)!/.exec(text)?.[0] ?? ''
  const number = text.endsWith(provider.tollFreeNumber) ? provider.tollFreeNumber : ''
  return (
    <>
      {exclamation && <strong>{exclamation}</strong>}
      {text.slice(exclamation.length, text.length - number.length)}
      {number && <a href={phoneLink(number)}>{number}</a>}
    </>
  )
}
