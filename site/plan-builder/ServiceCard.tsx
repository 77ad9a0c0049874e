import { formatPrice } from '#contract/catalogue/money.ts'
import { items, type PriceList } from '#contract/catalogue/plan.ts'
import type { Offer } from './offers.ts'

type ServiceCardProps = { offer: Offer; prices: PriceList; start: boolean }

/**
 * A service is on or off. The card's selected look follows its checkbox in CSS, so it works without
 * JavaScript.
 */
export function ServiceCard({ offer, prices, start }: ServiceCardProps) {
  const { key, name, pitch } = offer
  const id = `has-${key}`
  const pitchId = `about-${key}`
  return (
    <div className="pick">
      <div>
        <label htmlFor={id}>{name}</label>
        <p id={pitchId}>{pitch}</p>
      </div>
      <input id={id} type="checkbox" name={key} value="1" defaultChecked={start} aria-describedby={pitchId} />
      <span className="price">{`${formatPrice(prices[items[key].priceKey])} / mo`}</span>
    </div>
  )
}
