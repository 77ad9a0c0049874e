import { useEffect, useState } from 'react'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { STEP_UP_MINUTES } from '#contract/calendar/lifetimes.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type Asked, SignedOut, signedOut } from '#web/ui/SignedOut.tsx'
import { formsOf } from './way-forms.ts'

type StepUpDialogProps = {
  /** The ways that count for this person, strongest first. None after they were signed out. */
  ways: StepUpWay[]
  /** They tried again without having signed in. */
  isStill: boolean
  onEnd: (how: Asked) => void
}

const confirmation = {
  title: 'Confirm it’s you',
  lede: `This change needs one more check. After that, we won’t ask again for ${STEP_UP_MINUTES} minutes.`,
}

export function StepUpDialog({ ways: given, isStill, onEnd }: StepUpDialogProps) {
  const [ways, setWays] = useState(given)
  const [chosen, setChosen] = useState<StepUpWay>()
  const [ended, setEnded] = useState<Asked>()
  const forms = formsOf(ways)
  const current = forms.find(({ way }) => way === chosen) ?? forms[0]
  // The browser may keep the page for whoever presses Back: neither the dialog nor what it asks for may stay.
  useLeaving(() => onEnd('canceled'))

  // Not before the dialog has closed, which gives the focus back to where it was.
  useEffect(() => {
    if (ended) onEnd(ended)
  }, [ended, onEnd])

  return (
    <Dialog
      {...(current ? confirmation : signedOut(isStill))}
      size="question"
      open={!ended}
      onClose={() => setEnded('canceled')}
    >
      <div className="account-step-up">
        {!current && <SignedOut onEnd={setEnded} />}
        {current && (
          <current.Form
            onConfirmed={() => setEnded('confirmed')}
            onCancel={() => setEnded('canceled')}
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
