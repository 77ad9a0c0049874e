import { useHydrated } from '#web/ui/use-hydrated.ts'

type StepperProps = {
  what: string
  least: number
  most: number
  quantity: number
  onChange: (quantity: number) => void
}

/**
 * A quantity with two buttons; screen readers announce each new number. At its end a button stays focusable: disabled, it
 * would lose the focus of whoever has just pressed it.
 */
export function Stepper({ what, least, most, quantity, onChange }: StepperProps) {
  const isHydrated = useHydrated()
  return (
    <fieldset className="stepper">
      <legend className="unseen">{what}</legend>
      <button
        type="button"
        aria-label={`One less: ${what}`}
        disabled={!isHydrated}
        aria-disabled={quantity <= least}
        onClick={() => quantity > least && onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-label={what}>{quantity}</output>
      <button
        type="button"
        aria-label={`One more: ${what}`}
        disabled={!isHydrated}
        aria-disabled={quantity >= most}
        onClick={() => quantity < most && onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
