import { useEffect, useState } from 'react'
import type { AnswerOf, Call } from '#contract/wire/call.ts'
import { Button, type ButtonLook } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx'

type ReasonDialogProps<C extends Call, Name extends string> = ReasonFormProps<C, Name> & {
  /** The words of the button that opens it; by default the verb. */
  opener?: string
  /** The accessible name of that button in a list: `Release sign-up 12`. */
  label?: string
  look?: ButtonLook
  title: string
}

/** A button that opens a question: what will happen, and why. */
export function ReasonDialog<C extends Call, Name extends string = never>(props: ReasonDialogProps<C, Name>) {
  const { opener, label, look = 'quiet', title, ...form } = props
  const [isOpen, setOpen] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [answered, setAnswered] = useState<{ answer: AnswerOf<C> }>()
  const { onDone } = form

  // Once the dialog has closed and given the focus back, so that the outcome can take it.
  useEffect(() => {
    if (isOpen || !answered) return
    setAnswered(undefined)
    onDone(answered.answer)
  }, [isOpen, answered, onDone])

  function close() {
    setOpen(false)
    // What was refused has changed since the page was shown.
    if (isOutdated) location.reload()
  }

  return (
    <>
      <Button look={look} small {...(label ? { label } : {})} onClick={() => setOpen(true)}>
        {opener ?? form.verb}
      </Button>
      <Dialog title={title} size="question" open={isOpen} busy={isBusy} onClose={close}>
        {isOpen && (
          <ReasonForm
            {...form}
            onDone={(answer) => {
              setAnswered({ answer })
              setOpen(false)
            }}
            onCancel={close}
            onBusy={setBusy}
            onRefused={() => setOutdated(true)}
          />
        )}
      </Dialog>
    </>
  )
}
