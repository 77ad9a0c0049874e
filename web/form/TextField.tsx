import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useState,
} from 'react'
import { controlProps, FieldFrame, useFirst } from './FieldFrame.tsx'
import type { FormField } from './use-form.ts'

export type TextFieldProps = {
  field: FormField
  hint?: ReactNode
  /** Off on the forms of the specification; pages that we added pass the proper token. */
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  placeholder?: string
  /** For a page with this single field: focused once the page loads, even without a script. */
  hasFocusFirst?: boolean
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

type Within = {
  /** Content inside the field, at its end. `false`: nothing yet, but with space reserved. */
  within?: ReactNode
  className?: string
  type?: string
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
}

export function TextField({
  field,
  autoComplete = 'off',
  hint,
  hasFocusFirst = false,
  ...props
}: TextFieldProps & Within) {
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
      // biome-ignore lint/a11y/noAutofocus: only where the page asks for one thing and its title says for what.
      autoFocus={hasFocusFirst}
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

const RETYPE_HINT = 'Please type this again. Copy, paste and cut are turned off here.'

/** Asking for a value twice only helps if it is typed twice. The hint appears after an attempt to paste. */
function useRetyping(doNotCopyPast: boolean) {
  const [hint, setHint] = useState('')
  if (!doNotCopyPast) return { hint, handlers: {} }
  function refuse(event: ClipboardEvent | DragEvent) {
    event.preventDefault()
    setHint(RETYPE_HINT)
  }
  return { hint, handlers: { onCopy: refuse, onCut: refuse, onPaste: refuse, onDrop: refuse } }
}
