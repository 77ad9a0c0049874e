import type { MouseEvent, ReactNode } from 'react'

export type ButtonLook = 'primary' | 'ghost' | 'quiet'

type ButtonProps = {
  children: ReactNode
  look?: ButtonLook
  small?: boolean
  type?: 'button' | 'submit'
  /** While busy it keeps its width, name and focus, and ignores clicks. */
  busy?: boolean
  disabled?: boolean
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** An accessible name, if the label alone is not specific enough: `Login to North Shore Realty`. */
  label?: string
  name?: string
  value?: string
}

export function Button({ look = 'primary', small = false, type = 'button', ...props }: ButtonProps) {
  const { children, busy = false, disabled = false, onClick, label, name, value } = props
  return (
    <button
      className={buttonClass(look, small)}
      type={type}
      name={name}
      value={value}
      aria-label={label}
      aria-busy={busy || undefined}
      // Not `disabled`, which would drop the focus of the person who just pressed it.
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className="words">{children}</span>
      {busy && <Spinner />}
    </button>
  )
}

export function buttonClass(look: ButtonLook, small: boolean): string {
  return `btn${look === 'primary' ? '' : ` ${look}`}${small ? ' small' : ''}`
}

type SpinnerProps = { text?: string; isTextShown?: boolean }

/** Not a live region: the parent decides whether to announce the wait. */
export function Spinner({ text = 'Please wait', isTextShown = false }: SpinnerProps) {
  return (
    <span className="spinner">
      <span className={isTextShown ? undefined : 'unseen'}>{text}</span>
    </span>
  )
}
