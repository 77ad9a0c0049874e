import type { SignInBanner } from '#contract/features/sign-in.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'

type StatusBannerProps = {
  banner: SignInBanner
  provider: Provider
  /** A newer message. It replaces the text in place, so that nothing below moves. */
  instead?: string | undefined
}

/** The banner for the status in the URL. */
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

/** Emphasizes the first word and makes phone numbers clickable. */
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
