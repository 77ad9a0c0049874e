import type { Provider } from '#contract/provider/provider.ts'
import { phoneLink } from '#web/ui/phone-link.ts'

/** The number as a button: on a phone it dials. */
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
