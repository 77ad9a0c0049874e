import { formatPrice } from '#contract/catalogue/money.ts'
import { items, type PriceList } from '#contract/catalogue/plan.ts'
import type { Offer } from './offers.ts'
import { Stepper } from './Stepper.tsx'

type LicenceCardProps = {
  offer: Offer
  prices: PriceList
  least: number
  start: number
  quantity: number
  onStep: () => void
}

export function LicenceCard({ offer, prices, least, start, quantity, onStep }: LicenceCardProps) {
  const { key, name, pitch } = offer
  const id = `count-${key}`
  const pitchId = `about-${key}`
  return (
    <div className={quantity > 0 ? 'pick on' : 'pick'}>
      <div>
        <label htmlFor={id}>{name}</label>
        <p id={pitchId}>{pitch}</p>
      </div>
      <Stepper
        id={id}
        name={key}
        what={name}
        describedBy={pitchId}
        least={least}
        start={start}
        quantity={quantity}
        onStep={onStep}
      />
      <span className="price">{`${formatPrice(prices[items[key].priceKey])} / mo`}</span>
    </div>
  )
}
