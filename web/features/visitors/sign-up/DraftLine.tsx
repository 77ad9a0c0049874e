import type { ReactNode } from 'react'
import type { useDraft } from './use-draft.ts'

type DraftLineProps = {
  draft: ReturnType<typeof useDraft>
  isCleared: boolean
  onClear: () => void
  onUndo: () => void
}

/** The state of the draft, with buttons to clear it and to undo that. Keeps its space when empty. */
export function DraftLine({ draft, isCleared, onClear, onUndo }: DraftLineProps) {
  const { isTouched, isRestored, isBack } = draft
  return (
    <p className="sign-up-draft">
      {isBack && <span>We restored what you entered, except your password.</span>}
      {isRestored && !isBack && (
        <span>
          {draft.areAnswersGone
            ? 'We restored what you entered earlier, except passwords and security answers. Please enter them again.'
            : 'We restored what you entered earlier, except passwords.'}
        </span>
      )}
      {isCleared && (
        <>
          <span>Your entries were cleared.</span> <Quiet onClick={onUndo}>Undo</Quiet>
        </>
      )}
      {(isTouched || isRestored || isBack) && <Quiet onClick={onClear}>Clear my entries</Quiet>}
    </p>
  )
}

function Quiet({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="as-link" onClick={onClick}>
      {children}
    </button>
  )
}
