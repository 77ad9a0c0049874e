import { useEffect, useEffectEvent, useRef } from 'react'
import { DRAFT_KEY } from '#contract/wire/storage-keys.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import type { CustomerName, CustomerValues, NewEvent } from './new-wizard.ts'
import { attempt, type DraftStorage, deviceStorage, dropDraft, whenPaidElsewhere } from './storage.ts'

type Drafting = {
  form: FormHandle<CustomerName>
  isBack: boolean
  dispatch: (event: NewEvent) => void
}

/** Saves what is typed for the rest of the day, and restores it on load. */
export function useDraft({ form, isBack, dispatch }: Drafting) {
  const isOver = useRef(false)
  const isPaidElsewhere = useRef(false)
  const { values, fill } = form
  const isTouched = Object.values(form.state.fields).some((field) => field.touched)

  useEffect(() => {
    if ((!isTouched && !isBack) || isOver.current) return
    saveDraft(deviceStorage, isPaidElsewhere.current ? withoutAnswers(values) : values, localDay(new Date()))
  }, [isTouched, isBack, values])

  const restore = useEffectEvent(() => {
    const draft = readDraft(deviceStorage, localDay(new Date()))
    if (!draft) return
    fill(draft)
    dispatch({ kind: 'draft restored', draft })
  })
  useEffect(() => {
    restore()
    // The sign-up paid in the other tab may be this one or another: later input is saved, except security
    // answers.
    return whenPaidElsewhere(() => {
      isPaidElsewhere.current = true
      dropDraft(deviceStorage)
    })
  }, [])

  return {
    isTouched,
    /** Permanent: nothing on this page is saved again. */
    end() {
      isOver.current = true
      dropDraft(deviceStorage)
    },
  }
}

function withoutAnswers(values: CustomerValues): CustomerValues {
  return { ...values, first_question_answer: '', second_question_answer: '' }
}

type Draft = { savedOn: string; values: Partial<CustomerValues> }

/** Today's input, on this device only; never a password. */
export function saveDraft(storage: DraftStorage, values: CustomerValues, today: string): void {
  const { password, password2, ...kept } = values
  attempt(() =>
    storage().setItem(DRAFT_KEY, JSON.stringify({ savedOn: today, values: kept } satisfies Draft)),
  )
}

/** A draft of another day is removed, not just ignored. */
export function readDraft(storage: DraftStorage, today: string): Partial<CustomerValues> | undefined {
  const draft = attempt(() => JSON.parse(storage().getItem(DRAFT_KEY) ?? 'null') as Partial<Draft> | null)
  if (draft?.savedOn === today && draft.values) return textsOf(draft.values)
  dropDraft(storage)
  return undefined
}

/** Anything on this device can write to storage, so only strings are accepted. */
function textsOf(values: object): Partial<CustomerValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'))
}

/** The visitor's local date. */
export function localDay(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
