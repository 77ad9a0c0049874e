import { useEffect, useState } from 'react'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { STEP_UP_MINUTES } from '#contract/calendar/lifetimes.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SignedOut, signedOut } from '#web/ui/SignedOut.tsx'
import { formsOf } from './way-forms.ts'

type StepUpDialogProps = {
  /** The ways that count for this person, strongest first. None after they were signed out. */
  ways: StepUpWay[]
  onEnd: (isConfirmed: boolean) => void
}

const confirmation = {
  title: 'Confirm it’s you',
  lede: `This change needs one more check. After that, we won’t ask again for ${STEP_UP_MINUTES} minutes.`,
}

export function StepUpDialog({ ways: given, onEnd }: StepUpDialogProps) {
  const [ways, setWays] = useState(given)
  const [chosen, setChosen] = useState<StepUpWay>()
  const [isConfirmed, setConfirmed] = useState<boolean>()
  const forms = formsOf(ways)
  const current = forms.find(({ way }) => way === chosen) ?? forms[0]
  // The browser may keep the page for whoever presses Back: neither the dialog nor what it asks for may stay.
  useLeaving(() => onEnd(false))

  // Not before the dialog has closed, which gives the focus back to where it was.
  useEffect(() => {
    if (isConfirmed !== undefined) onEnd(isConfirmed)
  }, [isConfirmed, onEnd])

  return (
    <Dialog
      {...(current ? confirmation : signedOut)}
      size="question"
      open={isConfirmed === undefined}
      onClose={() => setConfirmed(false)}
    >
      <div className="account-step-up">
        {!current && <SignedOut onCancel={() => setConfirmed(false)} onAgain={() => setConfirmed(true)} />}
        {current && (
          <current.Form
            onConfirmed={() => setConfirmed(true)}
            onCancel={() => setConfirmed(false)}
            onOtherWays={setWays}
          />
        )}
        {forms
          .filter((other) => other !== current)
          .map(({ way, offer }) => (
            <button className="as-link" type="button" key={way} onClick={() => setChosen(way)}>
              {offer}
            </button>
          ))}
      </div>
    </Dialog>
  )
}
