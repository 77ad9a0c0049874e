import { useRef } from 'react'
import { MOST_LICENCES } from '#contract/catalogue/plan.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type StepperProps = {
  id: string
  name: string
  /** What is counted, for those who do not see the card around it. */
  what: string
  describedBy: string
  least: number
  start: number
  quantity: number
  onStep: () => void
}

/** A number field with two buttons. Without the script it is the number field alone. */
export function Stepper({ id, name, what, describedBy, least, start, quantity, onStep }: StepperProps) {
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()

  function step(direction: 1 | -1) {
    if (direction === 1) input.current?.stepUp()
    else input.current?.stepDown()
    onStep()
  }

  /** What cannot be bought is put right once the field is left. */
  function settle() {
    if (input.current) input.current.value = String(quantity)
  }

  return (
    <span className="stepper">
      <button
        type="button"
        aria-label={`One less: ${what}`}
        aria-disabled={quantity <= least || undefined}
        disabled={!isHydrated}
        onClick={() => step(-1)}
      >
        −
      </button>
      <input
        ref={input}
        id={id}
        type="number"
        inputMode="numeric"
        name={name}
        min={least}
        max={MOST_LICENCES}
        step={1}
        defaultValue={start}
        aria-describedby={describedBy}
        onBlur={settle}
      />
      <button
        type="button"
        aria-label={`One more: ${what}`}
        aria-disabled={quantity >= MOST_LICENCES || undefined}
        disabled={!isHydrated}
        onClick={() => step(1)}
      >
        +
      </button>
    </span>
  )
}
