import { useEffect, useRef } from 'react'
import { Button, buttonClass } from './Button.tsx'

/** The words of the dialog that contains it. */
export const signedOut = {
  title: 'You have been signed out',
  lede: 'Sign in again in a new tab. Then come back here and try again: what you typed stays.',
}

/** The page itself, opened anew, leads to the sign-in and from there to where the person is now. */
export function SignedOut({ onCancel, onAgain }: Record<'onCancel' | 'onAgain', () => void>) {
  const link = useRef<HTMLAnchorElement>(null)
  // The dialog opens first, and focuses its title.
  useEffect(() => {
    const frame = requestAnimationFrame(() => link.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className="cluster end">
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button look="ghost" onClick={onAgain}>
        Try again
      </Button>
      <a
        ref={link}
        className={buttonClass('primary', false)}
        href={location.href}
        target="_blank"
        rel="noopener"
      >
        Sign in again
      </a>
    </div>
  )
}
