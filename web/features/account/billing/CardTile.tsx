import type { MoneyValues } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { Option } from '#contract/wire/option.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { CardForm } from '#web/orders/CardForm.tsx'
import type { SubmitResult } from '#web/orders/use-order.ts'
import type { CardSaid } from './say-card.ts'

type CardTileProps = {
  /** The card on file; if an invoice is unpaid, the card is shown there instead. */
  card: MoneyValues['card']
  said?: CardSaid | undefined
  open: MoneyValues['open']
  countries: Option[]
  now: string
  isConfirming: boolean
  onPayWith: (card: CardValues) => Promise<SubmitResult>
}

/** The card on file and a form to replace it; if an invoice is unpaid, the new card also pays it. */
export function CardTile({
  card,
  said: { says, needsAnother } = { says: '', needsAnother: true },
  open,
  countries,
  now,
  isConfirming,
  onPayWith,
}: CardTileProps) {
  return (
    <section className="tile" id="card" aria-labelledby="card-title">
      <h2 id="card-title">{open ? 'Pay with another card' : 'Card on file'}</h2>
      {card && !open && (
        <p>
          <b>{`${card.brand} ending in ${card.lastFour}`}</b>
          {`, expires ${card.expires}.`}
        </p>
      )}
      {says && !open && <p>{says}</p>}
      {open && <p>This card pays the open balance and becomes the card on file.</p>}
      {/* One place for the form, so that a typed card stays if an invoice becomes unpaid meanwhile. */}
      <details className="account-more" open={open !== null || needsAnother}>
        <summary className={open ? 'billing-unasked' : undefined}>Use another card</summary>
        <CardForm
          countries={countries}
          now={now}
          action={open ? `Save card and pay ${formatAmount(open.cents)}` : 'Save card'}
          isConfirming={isConfirming}
          onSubmit={onPayWith}
        />
      </details>
      <p className="hint">Your card number goes to our payment provider. We never store it.</p>
    </section>
  )
}
