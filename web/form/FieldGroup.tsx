import type { ReactNode } from 'react'
import { FieldNotes } from './FieldFrame.tsx'
import { isComplaintShown } from './field-config.ts'
import type { FormField } from './use-form.ts'

type FieldGroupProps = { field: FormField; hint?: ReactNode; children: ReactNode }

/**
 * Several checkboxes or radio buttons under one question. Its field has no control; a form-level check
 * reports errors on it.
 */
export function FieldGroup({ field, hint, children }: FieldGroupProps) {
  const { id, name, config } = field
  const isBad = isComplaintShown(config)
  return (
    <fieldset
      className={isBad ? 'group bad' : 'group'}
      id={id}
      name={name}
      tabIndex={-1}
      aria-describedby={isBad ? `${id}-error` : undefined}
    >
      <legend>{config.label}</legend>
      {children}
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  )
}
