import { useEffect, useRef, useState } from 'react'
import type { FormHandle } from '#web/form/use-form.ts'
import type { CustomerName, CustomerValues } from './customer-fields.ts'
import { dropDraft, localDay, readDraft, saveDraft } from './draft.ts'

/** Keeps what is typed through the day, brings it back on load, and lets go of it on demand. */
export function useDraft(form: FormHandle<CustomerName>) {
  const [isRestored, setRestored] = useState(false)
  const isOver = useRef(false)
  const { values, fill, set } = form
  const isTouched = Object.values(form.state.fields).some((field) => field.touched)

  useEffect(() => {
    const draft = readDraft(localStorage, localDay(new Date()))
    if (!draft) return
    fill(draft)
    setRestored(true)
  }, [fill])

  useEffect(() => {
    if (isTouched && !isOver.current) saveDraft(localStorage, values, localDay(new Date()))
  }, [isTouched, values])

  function clear() {
    isOver.current = true
    dropDraft(localStorage)
  }

  return {
    isRestored,
    clear,
    clearAll() {
      dropDraft(localStorage)
      setRestored(false)
      const empty = Object.fromEntries(
        Object.keys(values).map((name) => [name, name === 'same_billing_address' ? 'false' : '']),
      )
      set(empty as CustomerValues)
    },
  }
}
