import type { ReactNode } from 'react'
import { controlProps, FieldFrame, useFirst } from './FieldFrame.tsx'
import type { FormField } from './use-form.ts'

type TextAreaFieldProps = { field: FormField; hint?: ReactNode; rows?: number; autoComplete?: string }

export function TextAreaField({ field, hint, rows = 4, autoComplete = 'off' }: TextAreaFieldProps) {
  return (
    <FieldFrame field={field} hint={hint}>
      <textarea
        {...controlProps(field, hint)}
        className="input"
        rows={rows}
        autoComplete={autoComplete}
        defaultValue={useFirst(field.config.value)}
      />
    </FieldFrame>
  )
}
