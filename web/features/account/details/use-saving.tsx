import { type ReactNode, useState } from 'react'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { errorsOf, send } from '#web/api.ts'
import type { FormHandle } from '#web/form/use-form.ts'

/** Submits a form of this page. The form counts as saved until it is edited again. */
export function useSaving<Name extends string>(form: FormHandle<Name>) {
  const [saved, setSaved] = useState('')
  const typed = JSON.stringify(form.values)

  /** Whether it was saved. Errors are shown at their fields, and input stays. */
  async function save<C extends Call>(call: C, body: BodyOf<C>): Promise<boolean> {
    setSaved('')
    const outcome = await send(call, body)
    const errors = errorsOf(outcome)
    if (errors !== undefined) form.serverErrors(errors)
    if (outcome.kind === 'answered') setSaved(typed)
    return outcome.kind === 'answered'
  }

  return { isSaved: saved === typed, save }
}

/** Always rendered, so that screen readers announce changes. */
export function SavedNote({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className="banner ok details-saved" ref={show}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The pressed button may be off the screen, after scrolling to an error or pressing Enter in a field. */
function show(note: HTMLElement | null) {
  note?.scrollIntoView({ block: 'nearest' })
}
