import { type ReactNode, useEffect, useState } from 'react'
import { noAnswer, reason } from '#contract/desk/desk-call.ts'
import type { AnswerOf, BodyOf, Call } from '#contract/wire/call.ts'
import { errorsOf, send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { type FormHandle, useForm } from '#web/form/use-form.ts'
import { Button, type ButtonLook } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Unavailable } from '#web/ui/Unavailable.tsx'

type ReasonDialogProps<C extends Call, Name extends string> = ReasonFormProps<C, Name> & {
  /** The label of the button that opens it; by default the verb. */
  opener?: string
  /** The accessible name of that button in a list: `Release sign-up 12`. */
  label?: string
  look?: ButtonLook
  title: string
  /** Why it is unavailable now, shown beside the button. */
  why?: string | null
}

/** A button that opens a dialog: what will happen, and why. */
export function ReasonDialog<C extends Call, Name extends string = never>(props: ReasonDialogProps<C, Name>) {
  const { opener = props.verb, label, look = 'quiet', title, why = null, ...form } = props
  const [isOpen, setOpen] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [answered, setAnswered] = useState<{ answer: AnswerOf<C> }>()
  const { onDone } = form

  // Once the dialog has closed and restored the focus, so that the outcome can take it.
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

  if (why !== null)
    return (
      <Unavailable why={why} {...(label ? { label } : {})}>
        {opener}
      </Unavailable>
    )
  return (
    <>
      <Button look={look} small {...(label ? { label } : {})} onClick={() => setOpen(true)}>
        {opener}
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

type ReasonFormProps<C extends Call, Name extends string> = {
  call: C
  /**
   * The body of the call. `reason` is one of the values. The key stays the same when resent after a lost
   * answer.
   */
  bodyOf: (values: Values<Name | 'reason'>, key: string) => BodyOf<C>
  /** Path parameters of the call. */
  parts?: Record<string, string>
  /** The label of the button: the verb of the change. */
  verb: string
  /** Further fields, shown by `ask` above the reason. */
  fields?: Fields<Name>
  ask?: (form: FormHandle<Name | 'reason'>) => ReactNode
  /** What will happen, above the fields. */
  children?: ReactNode
  onDone: (answer: AnswerOf<C>) => void
  onCancel?: (() => void) | undefined
  /** It is being sent, or no longer. */
  onBusy?: (isBusy: boolean) => void
  /** The server refused for a reason without a field: somebody else may have been faster. */
  onRefused?: () => void
}

/** After a lost answer, an expired session or too many tries, the page stays as it is. */
const outdated: readonly number[] = [400, 404, 409]

/** Announces the effect, asks for the reason, and does it. */
export function ReasonForm<C extends Call, Name extends string = never>(props: ReasonFormProps<C, Name>) {
  const { call, bodyOf, parts, verb, fields, ask, children, onDone, onCancel, onBusy, onRefused } = props
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm<Name | 'reason'>({
    fields: { ...fields, reason: configOf(reason) } as Fields<Name | 'reason'>,
    needsScript: true,
  })

  async function submit(values: Values<Name | 'reason'>): Promise<void> {
    onBusy?.(true)
    const outcome = await send(call, bodyOf(values, key), parts ? { parts } : {})
    onBusy?.(false)
    if (outcome.kind === 'answered') return onDone(outcome.answer)
    const errors = outcome.kind === 'failed' ? noAnswer : errorsOf(outcome)
    if (errors === undefined) return
    form.serverErrors(errors)
    const isOutdated = outcome.kind === 'refused' && outdated.includes(outcome.status)
    if (isOutdated && typeof errors === 'string') onRefused?.()
  }

  return (
    <Form form={form} onSubmit={submit}>
      {children}
      {ask?.(form)}
      <TextAreaField
        field={form.field('reason')}
        hint="For the audit log. The customer does not see it."
        rows={3}
      />
      <div className="cluster end">
        {onCancel && (
          <Button look="quiet" disabled={form.isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <SubmitButton form={form}>{verb}</SubmitButton>
      </div>
    </Form>
  )
}
