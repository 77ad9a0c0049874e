import { formatAmount, formatPrice } from '#contract/money.ts'
import type { AccountValues } from '#contract/pages.ts'

type PlanTileProps = Pick<AccountValues, 'lines' | 'totalCents'> & { title: string }

export function PlanTile({ title, lines, totalCents }: PlanTileProps) {
  return (
    <section className="tile" aria-labelledby="plan">
      <h2 id="plan">{title}</h2>
      {lines.length === 0 && <p className="hint">There is nothing in it.</p>}
      <ul className="plain stack tight">
        {lines.map(({ key, label, quantity, amount }) => (
          <li key={key} className="line">
            <span>{quantity > 1 ? `${label} × ${quantity}` : label}</span>
            <span>{formatPrice(amount)}</span>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <p className="line sum">
          <span>Monthly total</span>
          <span>{formatAmount(totalCents)}</span>
        </p>
      )}
    </section>
  )
}
