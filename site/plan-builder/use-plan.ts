import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Quantities } from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'
import { planOf } from './plan.ts'

export type PlanInHand = {
  form: RefObject<HTMLFormElement | null>
  quantities: Quantities
  /** Reads the form again, which is the only state of the plan. */
  read: () => void
}

/** The fields are uncontrolled, so that choices made before hydration count, too. */
export function usePlan(query: Query): PlanInHand {
  const form = useRef<HTMLFormElement>(null)
  const [quantities, setQuantities] = useState(() => planOf(query))

  function read() {
    if (form.current) setQuantities(planOf(chosenIn(form.current)))
  }

  useEffect(() => {
    if (form.current) setQuantities(planOf(chosenIn(form.current)))
  }, [])

  return { form, quantities, read }
}

function chosenIn(form: HTMLFormElement): Query {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
