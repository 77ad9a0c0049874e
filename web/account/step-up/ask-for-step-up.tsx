import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { askBesidePage } from '#web/ui/ask-beside-page.tsx'
import type { Asked } from '#web/ui/SignedOut.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'
import { formsOf } from './way-forms.ts'

let asked: Promise<Asked> | undefined

/**
 * Calls that are refused meanwhile wait for the same answer. Without any way, the person has been signed out; `isStill`:
 * also after they tried again.
 */
export function askForStepUp(ways: StepUpWay[], isStill: boolean): Promise<Asked> {
  // Ways of a newer release: the refusal itself says what to do.
  if (ways.length > 0 && formsOf(ways).length === 0) return Promise.resolve('canceled')
  asked ??= askBesidePage((onEnd) => <StepUpDialog ways={ways} isStill={isStill} onEnd={onEnd} />).finally(
    () => {
      asked = undefined
    },
  )
  return asked
}
