import { useEffect, useState } from 'react'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import { STEP_UP_MINUTES } from '#contract/calendar/lifetimes.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type DialogOutcome, SignedOut, showQuestion, signedOut } from '#web/ui/SignedOut.tsx'
import { formsOf } from './way-forms.tsx'

let pending: Promise<DialogOutcome> | undefined

/**
 * Calls refused meanwhile wait for the same answer. Without any ways, the person has been signed out;
 * `isStill`: even after they tried again.
 */
export function requestStepUp(ways: StepUpWay[], isStill: boolean): Promise<DialogOutcome> {
  // Ways of a newer release: the refusal itself says what to do.
  if (ways.length > 0 && formsOf(ways).length === 0) return Promise.resolve('canceled')
  pending ??= showQuestion((onEnd) => <StepUpDialog ways={ways} isStill={isStill} onEnd={onEnd} />).finally(
    () => {
      pending = undefined
    },
  )
  return pending
}

type StepUpDialogProps = {
  /** The ways that count for this person, strongest first. None after they were signed out. */
  ways: StepUpWay[]
  /** They tried again without having signed in. */
  isStill: boolean
  onEnd: (how: DialogOutcome) => void
}

const confirmation = {
  title: 'Confirm it’s you',
  lede: `This change needs one more check. After that, we won’t ask again for ${STEP_UP_MINUTES} minutes.`,
}

function StepUpDialog({ ways: initial, isStill, onEnd }: StepUpDialogProps) {
  const [ways, setWays] = useState(initial)
  const [chosen, setChosen] = useState<StepUpWay>()
  const [ended, setEnded] = useState<DialogOutcome>()
  const forms = formsOf(ways)
  const current = forms.find(({ way }) => way === chosen) ?? forms[0]
  // The browser may cache the page for a person who presses Back, so neither the dialog nor its input may stay.
  useLeaving(() => onEnd('canceled'))

  // Not before the dialog has closed, which restores the focus.
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
