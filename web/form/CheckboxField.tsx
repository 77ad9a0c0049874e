import type { ReactNode } from 'react'
import { controlProps, FieldNotes, useFirst } from './FieldFrame.tsx'
import { isComplaintShown } from './field-config.ts'
import type { FormField } from './use-form.ts'

type CheckboxFieldProps = {
  field: FormField
  hint?: ReactNode
  /** A label with a link in it; by default the config's label. */
  children?: ReactNode
}

export function CheckboxField({ field, hint, children }: CheckboxFieldProps) {
  const { id, config } = field
  return (
    <div className={isComplaintShown(config) ? 'field check bad' : 'field check'}>
      <input
        {...controlProps(field, hint)}
        type="checkbox"
        value="true"
        autoComplete="off"
        defaultChecked={useFirst(config.value) === 'true'}
      />
      <label htmlFor={id}>{children ?? config.label}</label>
      <FieldNotes field={field} hint={hint} />
    </div>
  )
}
