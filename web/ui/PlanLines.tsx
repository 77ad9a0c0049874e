import { formatPrice } from '#contract/catalogue/money.ts'
import { items, type PlanLine, totalOf } from '#contract/catalogue/plan.ts'

/** The items of a plan and their monthly prices, line by line. */
export function PlanLines({ lines }: { lines: readonly PlanLine[] }) {
  return (
    <>
      {lines.map(({ key, label, quantity, amount }) => (
        <div className="line" key={key}>
          <span>{items[key].kind === 'licence' ? `${label} ×\u00a0${quantity}` : label}</span>
          <span>{`${formatPrice(amount)} / mo`}</span>
        </div>
      ))}
      <div className="line total">
        <span>Total Monthly Cost</span>
        <output>
          {formatPrice(totalOf(lines))} <small>/ mo</small>
        </output>
      </div>
    </>
  )
}
