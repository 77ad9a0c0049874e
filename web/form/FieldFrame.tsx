import { type ReactNode, useState } from 'react'
import { isComplaintShown, isSecret } from './field-config.ts'
import type { FormField } from './use-form.ts'

type FieldFrameProps = { field: FormField; hint?: ReactNode; children: ReactNode }

/** Label, control, hint and error of a field, connected by ids. */
export function FieldFrame({ field, hint, children }: FieldFrameProps) {
  const { id, config } = field
  return (
    <div className={isComplaintShown(config) ? 'field bad' : 'field'}>
      <label htmlFor={id}>
        {config.label}
        {!config.validation.required && <span className="optional"> (optional)</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  )
}

export function FieldNotes({ field: { id, config }, hint }: { field: FormField; hint?: ReactNode }) {
  return (
    <>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {isComplaintShown(config) && (
        <span className="err" id={`${id}-error`}>
          {config.error}
        </span>
      )}
    </>
  )
}

/** Props common to all field controls. */
export function controlProps({ id, name, config }: FormField, hint?: ReactNode) {
  const isBad = isComplaintShown(config)
  const notes = [hint ? `${id}-hint` : '', isBad ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    name,
    required: config.validation.required ?? false,
    // Cleared by an inline script if the page is left before hydration.
    'data-secret': isSecret(name, config) || undefined,
    'aria-invalid': isBad || undefined,
    'aria-describedby': notes || undefined,
  }
}

/**
 * The initial value of a field. Its default must not follow what is typed: React would write every keystroke
 * of a password or card number into the DOM attribute, where anything that reads the page can see it.
 */
export function useFirst(value: string): string {
  return useState(value)[0]
}
