import type { FormEvent, ReactNode } from 'react'
import { ErrorSummary, GeneralErrors } from './ErrorSummary.tsx'
import type { Values } from './judge-fields.ts'
import type { Task } from './use-busy.ts'
import type { FormHandle } from './use-form.ts'

type FormProps<Name extends string> = {
  form: FormHandle<Name>
  /** Called with valid values. The form is busy until it is done. */
  onSubmit: (values: Values<Name>) => ReturnType<Task>
  /** The URL to post to before hydration. */
  action?: string
  encType?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  /** Whether errors without a field are shown above or below the fields. */
  generalErrors?: 'above' | 'below'
  label?: string
  children: ReactNode
}

/** Always a POST, so that typed values never end up in a URL. */
export function Form<Name extends string>({ form, generalErrors = 'above', ...props }: FormProps<Name>) {
  const { onSubmit, action, encType, label, children } = props
  const general = <GeneralErrors messages={form.state.general} />

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (form.isBusy) return
    const values = form.submitted()
    if (values) await form.run(() => onSubmit(values))
  }

  return (
    <form
      ref={form.element}
      className="form"
      method="post"
      action={action}
      encType={encType}
      noValidate
      aria-label={label}
      data-hydrated={form.isHydrated || undefined}
      onChange={(event) => report(event.target, form.changed)}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary form={form} />
      {generalErrors === 'above' && general}
      {form.needsScript && (
        <noscript>
          <p className="banner warn">This form needs JavaScript. Please turn it on in your browser.</p>
        </noscript>
      )}
      {children}
      {generalErrors === 'below' && general}
    </form>
  )
}

function report(target: EventTarget, changed: (name: string, value: string) => void) {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') {
    changed(target.name, String(target.checked))
  } else if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  ) {
    changed(target.name, target.value)
  }
}
