import type { ReactNode } from 'react'
import { formatAmount } from '#contract/money.ts'

type AmountTileProps = { title: string; cents: number; per: string; children: ReactNode }

export function AmountTile({ title, cents, per, children }: AmountTileProps) {
  return (
    <section className="tile" aria-labelledby="amount">
      <h2 id="amount">{title}</h2>
      <p className="big">
        {formatAmount(cents)} <small>{per}</small>
      </p>
      {children}
    </section>
  )
}
