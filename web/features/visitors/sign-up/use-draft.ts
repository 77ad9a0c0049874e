import { useEffect, useRef, useState } from 'react'
import type { FormHandle } from '#web/form/use-form.ts'
import { localDay } from '#web/old-draft.ts'
import type { CustomerName, CustomerValues } from './customer-fields.ts'
import { deviceStorage, dropDraft, readDraft, saveDraft } from './draft-storage.ts'
import { whenPaidElsewhere } from './paid-marks.ts'

/** Saves what is typed for the rest of the day, restores it on load, and clears it on request. */
export function useDraft(form: FormHandle<CustomerName>) {
  const [restored, setRestored] = useState<Partial<CustomerValues>>()
  const [isBack, setBack] = useState(false)
  const isOver = useRef(false)
  const isPaidElsewhere = useRef(false)
  const { values, fill } = form
  const isTouched = Object.values(form.state.fields).some((field) => field.touched)

  useEffect(() => {
    if ((!isTouched && !isBack) || isOver.current) return
    saveDraft(deviceStorage, isPaidElsewhere.current ? withoutAnswers(values) : values, localDay(new Date()))
  }, [isTouched, isBack, values])

  /** Permanent: nothing on this page is saved again. */
  function clear() {
    isOver.current = true
    dropDraft(deviceStorage)
  }

  useEffect(() => {
    const draft = readDraft(deviceStorage, localDay(new Date()))
    if (draft) {
      fill(draft)
      setRestored(draft)
    }
    // The sign-up paid in the other tab may be this one or another: what is typed from now on is saved, except security
    // answers.
    return whenPaidElsewhere(() => {
      isPaidElsewhere.current = true
      dropDraft(deviceStorage)
    })
  }, [fill])

  /** Undoes clearing. What was typed since then stays. */
  function bringBack(cleared: Partial<CustomerValues>) {
    fill(cleared)
    setBack(true)
  }

  const isRestored = restored !== undefined
  return { isRestored, areAnswersGone: areAnswersGone(restored), isBack, isTouched, clear, bringBack }
}

function withoutAnswers(values: CustomerValues): CustomerValues {
  return { ...values, first_question_answer: '', second_question_answer: '' }
}

/** A resume link restores the chosen security questions, but never the answers; nor does a draft after a payment. */
function areAnswersGone(draft: Partial<CustomerValues> = {}): boolean {
  const isGone = (question: string | undefined, answer: string | undefined) => Boolean(question) && !answer
  return (
    isGone(draft.first_security_question, draft.first_question_answer) &&
    isGone(draft.second_security_question, draft.second_question_answer)
  )
}
