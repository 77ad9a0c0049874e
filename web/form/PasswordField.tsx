import { type MouseEvent, useState } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { useLeaving } from './use-leaving.ts'

/** A password that can be shown. Without JavaScript there is no toggle. */
export function PasswordField(props: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const isHydrated = useHydrated()
  useLeaving(() => setShown(false))
  const text = isShown ? 'Hide password' : 'Show password'

  function toggle(event: MouseEvent<HTMLButtonElement>) {
    setShown(!isShown)
    const input = event.currentTarget.previousElementSibling
    if (!(input instanceof HTMLInputElement)) return
    const { selectionStart, selectionEnd } = input
    // Some browsers move the caret to the start when the type changes, which React does after this.
    requestAnimationFrame(() => input.setSelectionRange(selectionStart, selectionEnd))
  }

  const eye = isHydrated && (
    <button
      className="reveal"
      type="button"
      title={text}
      aria-label={text}
      // Names the field, in a form with several.
      aria-description={props.field.config.label}
      // A click keeps the caret in the password.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
        <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
        <circle cx="12" cy="12" r="2.8" />
        {isShown && <path d="M4 20 20 4" />}
      </svg>
    </button>
  )
  return <TextField {...props} className="has-reveal" type={isShown ? 'text' : 'password'} within={eye} />
}
