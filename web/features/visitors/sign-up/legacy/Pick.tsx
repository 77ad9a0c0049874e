import type { ReactNode } from 'react'

type PickProps = {
  title: string
  text: ReactNode
  price: string
  checked: boolean
  /** Part of every plan: shown as chosen, and stays so. */
  isFixed?: boolean
  error?: string | undefined
  onChange?: (isChosen: boolean) => void
}

/** Something that is had or not, with what it costs a month. */
export function Pick({ title, text, price, checked, isFixed = false, error, onChange }: PickProps) {
  return (
    <label className={error ? 'pick bad' : 'pick'}>
      <span>
        <b>{title}</b>
        <span className="hint">{text}</span>
        {error && <span className="err">{error}</span>}
      </span>
      <input
        type="checkbox"
        checked={checked}
        disabled={isFixed}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span className="price">{price}</span>
    </label>
  )
}
