import type { ReactNode } from 'react'

type PickProps = {
  title: string
  text: ReactNode
  price: string
  checked: boolean
  /** Part of every plan: always selected. */
  isFixed?: boolean
  error?: string | undefined
  onChange?: (isChosen: boolean) => void
}

/** An item that is on or off, with its monthly price. */
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
