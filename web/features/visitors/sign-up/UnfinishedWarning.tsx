import type { RefObject } from 'react'
import * as messages from '#contract/features/sign-up/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ResumeOffer } from './ResumeOffer.tsx'

type UnfinishedWarningProps = {
  lookup: { isUnfinished: boolean; unfinishedEmail: string; stay: () => void; proceed: () => void }
  /** The form whose email was looked up. */
  form: RefObject<HTMLFormElement | null>
}

export function UnfinishedWarning({ lookup, form }: UnfinishedWarningProps) {
  function stay() {
    lookup.stay()
    // After the dialog has restored the focus, move it to the field to change.
    const field = form.current?.elements.namedItem('email')
    requestAnimationFrame(() => field instanceof HTMLInputElement && field.focus())
  }

  return (
    <Dialog
      title="Warning"
      open={lookup.isUnfinished}
      onClose={stay}
      footer={
        <>
          <Button look="quiet" onClick={stay}>
            Cancel
          </Button>
          <Button onClick={lookup.proceed}>Proceed</Button>
        </>
      }
    >
      <p>{messages.signUpUnfinished}</p>
      <p className="hint">
        Choose Proceed to start over with what you enter here, or Cancel to use another email.
      </p>
      {lookup.isUnfinished && <ResumeOffer email={lookup.unfinishedEmail} />}
    </Dialog>
  )
}
