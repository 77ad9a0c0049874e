import type { ChangeEvent, FocusEvent, HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { controlProps, FieldFrame } from './FieldFrame.tsx'
import { useFirst } from './use-first.ts'
import type { FormField } from './use-form.ts'
import { useRetyping } from './use-retyping.ts'

export type TextFieldProps = {
  field: FormField
  hint?: ReactNode
  /** Off on the forms of the specification; pages that we added pass the proper token. */
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  placeholder?: string
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

type Within = {
  /** Content inside the field, at its end. `false`: nothing yet, but its space is reserved. */
  within?: ReactNode
  className?: string
  type?: string
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
}

export function TextField({ field, autoComplete = 'off', hint, ...props }: TextFieldProps & Within) {
  const { config } = field
  const { within, className, type = config.elementConfig.type, onChange, ...rest } = props
  const retyping = useRetyping(config.doNotCopyPast)
  const note = retyping.hint ? <span role="status">{retyping.hint}</span> : hint
  const input = (
    <input
      {...controlProps(field, note)}
      {...rest}
      {...retyping.handlers}
      className={className ? `input ${className}` : 'input'}
      type={type}
      autoComplete={autoComplete}
      spellCheck={config.elementConfig.type === 'password' ? false : undefined}
      defaultValue={useFirst(config.value)}
      onChange={onChange}
    />
  )
  return (
    <FieldFrame field={field} hint={note}>
      {within === undefined ? (
        input
      ) : (
        <div className="within">
          {input}
          {within}
        </div>
      )}
    </FieldFrame>
  )
}
