import type { Provider } from '#contract/provider/provider.ts'
import { phoneLink } from '#web/ui/phone-link.ts'

/** The phone number as a button, which dials on a phone. */
export function SupportCall({ provider }: { provider: Provider }) {
  const { tollFreeNumber, links } = provider
  return (
    <div className="cluster">
      <a className="btn small" href={phoneLink(tollFreeNumber)}>
        {`Call ${tollFreeNumber}`}
      </a>
      <a href={links.support}>Contact support</a>
    </div>
  )
}
