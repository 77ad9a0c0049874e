import { useId } from 'react'
import { formatAmount, formatPrice } from '#contract/money.ts'
import type { PlanLine } from '#contract/plan.ts'

type PlanTileProps = {
  title: string
  lines: readonly PlanLine[]
  totalCents: number
  /** Who does not pay need not see what it costs. */
  hasPrices?: boolean
}

export function PlanTile({ title, lines, totalCents, hasPrices = true }: PlanTileProps) {
  const id = useId()
  return (
    <section className="tile" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lines.length === 0 && <p className="hint">There is nothing in it.</p>}
      <ul className="plain stack tight">
        {lines.map(({ key, label, quantity, amount }) => (
          <li key={key} className="line">
            <span>{quantity > 1 ? `${label} × ${quantity}` : label}</span>
            {hasPrices && <span>{formatPrice(amount)}</span>}
          </li>
        ))}
      </ul>
      {hasPrices && lines.length > 0 && (
        <p className="line sum">
          <span>Monthly total</span>
          <span>{formatAmount(totalCents)}</span>
        </p>
      )}
    </section>
  )
}
