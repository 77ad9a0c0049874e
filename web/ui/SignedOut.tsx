import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Button, buttonClass } from './Button.tsx'

/** How the dialog ended: the call is repeated after a confirmation or a sign-in, but not if canceled. */
export type DialogOutcome = 'confirmed' | 'again' | 'canceled'

/** The text of the containing dialog. `isStill`: the call was repeated, and refused again. */
export function signedOut(isStill: boolean) {
  const lede = 'Sign in again in a new tab. Then come back here and try again: what you typed stays.'
  return {
    title: 'You have been signed out',
    lede: isStill ? `You are still signed out. ${lede}` : lede,
  }
}

/** The page itself, reopened, leads to the sign-in and back to where the person is now. */
export function SignedOut({ onEnd }: { onEnd: (how: DialogOutcome) => void }) {
  const buttons = useRef<HTMLDivElement>(null)
  // The title may have changed while the dialog was open, and is read again.
  useEffect(() => buttons.current?.closest('dialog')?.querySelector('h2')?.focus(), [])
  // People who return from the new tab continue here.
  const focusTryAgain = () => buttons.current?.querySelectorAll('button')[1]?.focus()
  return (
    <div className="cluster end" ref={buttons}>
      <Button small look="quiet" onClick={() => onEnd('canceled')}>
        Cancel
      </Button>
      <Button small look="ghost" onClick={() => onEnd('again')}>
        Try again
      </Button>
      <a
        className={buttonClass('primary', true)}
        href={location.href}
        target="_blank"
        rel="noopener"
        onClick={focusTryAgain}
      >
        Sign in again
      </a>
    </div>
  )
}

type Question = (onEnd: (how: DialogOutcome) => void) => ReactNode

/**
 * Beside the page, not within it, so that input stays as it is. An empty element is hydrated, because the
 * pages have `hydrateRoot` anyway, and `createRoot` would add more of React to every script.
 */
export function showQuestion(question: Question): Promise<DialogOutcome> {
  const { promise, resolve } = Promise.withResolvers<DialogOutcome>()
  const element = document.body.appendChild(document.createElement('div'))
  const root = hydrateRoot(element, <Shown>{question(resolve)}</Shown>)
  return promise.finally(() => {
    root.unmount()
    element.remove()
  })
}

function Shown({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return isShown && children
}
