import { useHydrated } from '#web/ui/use-hydrated.ts'

type StepperProps = {
  what: string
  least: number
  most: number
  quantity: number
  onChange: (quantity: number) => void
}

/** A quantity with two buttons; screen readers announce each new number. */
export function Stepper({ what, least, most, quantity, onChange }: StepperProps) {
  const isHydrated = useHydrated()
  return (
    <fieldset className="stepper">
      <legend className="unseen">{what}</legend>
      <button
        type="button"
        aria-label={`One less: ${what}`}
        disabled={!isHydrated || quantity <= least}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-label={what}>{quantity}</output>
      <button
        type="button"
        aria-label={`One more: ${what}`}
        disabled={!isHydrated || quantity >= most}
        onClick={() => onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
