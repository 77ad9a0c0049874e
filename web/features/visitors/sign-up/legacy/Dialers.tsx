import { ChoiceCards } from './ChoiceCards.tsx'
import { CountSelect } from './CountSelect.tsx'
import type { PlanPartProps } from './plan-part.ts'

const dialers = [
  { value: 'single', title: 'Single Line Dialer', text: 'Up to 85 calls per hour' },
  { value: 'triple', title: 'Triple Line Dialer', text: 'Up to 300 calls per hour' },
] as const

/** A single user picks one of two; several users choose quantities. */
export function Dialers({ choices, priceOf, errors, onPick }: PlanPartProps) {
  const { accountType, quantities } = choices
  if (accountType === 'single_user') {
    return (
      <ChoiceCards
        legend="Power dialer"
        name="dialer"
        cards={dialers.map((card) => ({ ...card, price: `${priceOf(card.value)} / mo` }))}
        chosen={dialers.find(({ value }) => quantities[value] > 0)?.value}
        onChoose={(dialer) => onPick(dialer, 1)}
      />
    )
  }
  const error = [
    ...(errors.single_line_power_dialer_count ?? []),
    ...(errors.triple_line_power_dialer_count ?? []),
  ].join(' ')
  return (
    <>
      <h2>Power dialers</h2>
      <div className="row">
        {dialers.map(({ value, title, text }) => (
          <CountSelect
            key={value}
            label={`${title}s`}
            hint={`${priceOf(value)} / mo each. ${text}.`}
            quantity={quantities[value]}
            error={value === 'single' ? error : undefined}
            onChange={(quantity) => onPick(value, quantity)}
          />
        ))}
      </div>
    </>
  )
}
