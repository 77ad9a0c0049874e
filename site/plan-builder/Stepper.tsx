import { useRef } from 'react'
import { MOST_LICENCES } from '#contract/catalogue/plan.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type StepperProps = {
  id: string
  name: string
  /** What is counted, for screen readers. */
  what: string
  describedBy: string
  least: number
  start: number
  quantity: number
  onStep: () => void
}

/** A number field with two buttons. Without JavaScript only the number field is shown. */
export function Stepper({ id, name, what, describedBy, least, start, quantity, onStep }: StepperProps) {
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()

  function step(direction: 1 | -1) {
    if (direction === 1) input.current?.stepUp()
    else input.current?.stepDown()
    onStep()
  }

  /** Corrects an impossible quantity when the field loses focus. */
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
