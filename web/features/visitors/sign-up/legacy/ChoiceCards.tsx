import type { ReactNode } from 'react'

export type Card<Value extends string> = { value: Value; title: string; text: ReactNode; price?: string }

type ChoiceCardsProps<Value extends string> = {
  legend: string
  name: string
  cards: readonly Card<Value>[]
  chosen: Value | undefined
  disabled?: boolean
  onChoose: (value: Value) => void
}

/** Radio buttons styled as cards, each with a short description. */
export function ChoiceCards<Value extends string>({
  legend,
  name,
  cards,
  ...props
}: ChoiceCardsProps<Value>) {
  const { chosen, disabled = false, onChoose } = props
  return (
    <fieldset className="group sign-up-cards" disabled={disabled}>
      <legend>{legend}</legend>
      {cards.map(({ value, title, text, price }) => (
        <label className="pick card" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            <b>{title}</b>
            <span className="hint">{text}</span>
            {price && <span className="price">{price}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
