import { type ReactNode, useId } from 'react'
import { buttonClass } from './Button.tsx'

type UnavailableProps = {
  children: ReactNode
  why: string
  /** An accessible name, if the text alone is not specific enough. */
  label?: string
  /** In a list of links. */
  isLink?: boolean
}

/** An unavailable action, in its usual place. It can be focused, so that everyone learns why. */
export function Unavailable({ children, why, label, isLink = false }: UnavailableProps) {
  const reason = useId()
  return (
    <span className="unavailable">
      <button
        className={isLink ? 'as-link' : buttonClass('quiet', true)}
        type="button"
        aria-label={label}
        aria-disabled="true"
        aria-describedby={reason}
      >
        {children}
      </button>
      <span className="hint" id={reason}>
        {why}
      </span>
    </span>
  )
}
