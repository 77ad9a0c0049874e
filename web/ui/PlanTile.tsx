import { useId } from 'react'
import { formatAmount, formatPrice } from '#contract/money.ts'
import type { PlanLine } from '#contract/plan.ts'
import { FREE_OF_CHARGE } from '#contract/plan-items.ts'

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
        {lines.map(({ key, label, quantity, amount, given = 0 }) => (
          <li key={key} className="line">
            <span>
              {quantity > 1 ? `${label} × ${quantity}` : label}
              {hasPrices && given > 0 && <span className="hint">{givenInWords(given, quantity)}</span>}
            </span>
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

function givenInWords(given: number, quantity: number): string {
  return given === quantity ? ` ${FREE_OF_CHARGE}` : ` ${given} of them ${FREE_OF_CHARGE}`
}
