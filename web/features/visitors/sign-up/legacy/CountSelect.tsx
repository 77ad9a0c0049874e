import { useId } from 'react'
import { MOST_LICENCES } from '#contract/catalogue/plan.ts'

type CountSelectProps = {
  label: string
  hint: string
  least?: number
  most?: number
  quantity: number
  error?: string | undefined
  onChange: (quantity: number) => void
}

/** A quantity. It shows the value after the rules were applied, not the raw selection. */
export function CountSelect({ label, hint, least = 0, most = MOST_LICENCES, ...props }: CountSelectProps) {
  const { quantity, error, onChange } = props
  const id = useId()
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        autoComplete="off"
        value={quantity}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {error && (
        <span className="err" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
