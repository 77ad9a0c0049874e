import type { Provider } from '#contract/provider/provider.ts'
import { phoneLink } from './phone-link.ts'
import { useSupportHours } from './use-support-hours.ts'

export function SupportBanner({ provider }: { provider: Provider }) {
  const isOpen = useSupportHours()
  const { tollFreeNumber, links } = provider
  return (
    <p className="support">
      {isOpen ? 'Call Toll Free: ' : 'Need some help? '}
      {isOpen ? (
        <a href={phoneLink(tollFreeNumber)}>{tollFreeNumber}</a>
      ) : (
        <a href={links.support}>Contact support</a>
      )}
    </p>
  )
}
