import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Quantities } from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'
import { planOf } from './plan.ts'

export type PlanInHand = {
  form: RefObject<HTMLFormElement | null>
  quantities: Quantities
  /** Looks at the form again: it alone holds what was chosen. */
  read: () => void
}

/** The fields keep their own values, so that what was chosen before the page woke up counts too. */
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
