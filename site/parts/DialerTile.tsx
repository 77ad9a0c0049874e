import { formatPrice } from '#contract/catalogue/money.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { dialers } from '../plan-builder/offers.ts'
import { priceWithAgent } from '../plan-builder/plan.ts'

type DialerTileProps = {
  dialer: (typeof dialers)[number]
  text: string
  action: string
  prices: PriceList
  provider: Provider
}

/** A dialer including the agent access it needs, at one price. */
export function DialerTile({
  dialer: { key, name, pitch },
  text,
  action,
  prices,
  provider,
}: DialerTileProps) {
  return (
    <section className="tile">
      <h2>{name}</h2>
      <p className="big">
        {formatPrice(priceWithAgent(key, prices))} <small>/ mo</small>
      </p>
      <p>
        <b>{pitch}.</b> {text}
      </p>
      <p className="hint">Agent access for one person is included.</p>
      <LinkButton href={`${marketingPage(provider, `pricing/?${key}=1`)}#plan-builder`} look="quiet">
        {action}
      </LinkButton>
    </section>
  )
}
