import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormHandle } from '#web/form/use-form.ts'
import type { CustomerName } from './customer-fields.ts'
import { dropDraft, localDay, readDraft, saveDraft } from './draft.ts'
import { whenPaidElsewhere } from './paid-marks.ts'
import { deviceShelf } from './shelf.ts'

/** Keeps what is typed through the day, brings it back on load, and lets go of it on demand. */
export function useDraft(form: FormHandle<CustomerName>) {
  const [isRestored, setRestored] = useState(false)
  const isOver = useRef(false)
  const { values, fill } = form
  const isTouched = Object.values(form.state.fields).some((field) => field.touched)

  useEffect(() => {
    const draft = readDraft(deviceShelf, localDay(new Date()))
    if (!draft) return
    fill(draft)
    setRestored(true)
  }, [fill])

  useEffect(() => {
    if (isTouched && !isOver.current) saveDraft(deviceShelf, values, localDay(new Date()))
  }, [isTouched, values])

  /** For good: nothing that this page still holds is written again. */
  const clear = useCallback(() => {
    isOver.current = true
    dropDraft(deviceShelf)
  }, [])
  useEffect(() => whenPaidElsewhere(clear), [clear])

  return { isRestored, isTouched, clear }
}
