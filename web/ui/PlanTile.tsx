import { useId } from 'react'
import type { CountedItem } from '#contract/accounts/account-values.ts'
import { FREE_OF_CHARGE } from '#contract/catalogue/items.ts'
import { type Cents, formatAmount, formatPrice } from '#contract/catalogue/money.ts'

type PlanTileProps = {
  title: string
  lines: readonly (CountedItem & { amount?: Cents; given?: number })[]
  /** Absent for people who do not pay for the account. */
  totalCents?: Cents
}

export function PlanTile({ title, lines, totalCents }: PlanTileProps) {
  const id = useId()
  return (
    <section className="tile" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lines.length === 0 && <p className="hint">This plan is empty.</p>}
      <ul className="plain stack tight">
        {lines.map(({ key, label, quantity, amount, given = 0 }) => (
          <li key={key} className="line">
            <span>
              {quantity > 1 ? `${label} × ${quantity}` : label}
              {amount !== undefined && given > 0 && (
                <span className="hint">{describeGiven(given, quantity)}</span>
              )}
            </span>
            {amount !== undefined && <span>{formatPrice(amount)}</span>}
          </li>
        ))}
      </ul>
      {totalCents !== undefined && lines.length > 0 && (
        <p className="line sum">
          <span>Monthly total</span>
          <span>{formatAmount(totalCents)}</span>
        </p>
      )}
    </section>
  )
}

function describeGiven(given: number, quantity: number): string {
  return given === quantity ? ` ${FREE_OF_CHARGE}` : ` ${given} of them ${FREE_OF_CHARGE}`
}
